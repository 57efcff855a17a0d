import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../src/cli/commands/serve.ts";
import { readConfig } from "../../src/config/config.ts";
import { openContext } from "../../src/context.ts";
import { instantNow } from "../../src/platform/instants.ts";
import { type DemoStore, openStore, owner } from "./store.ts";

/** Milliseconds that requests under way get when the demo ends. */
const grace = 2_000;

const folder = mkdtempSync(join(tmpdir(), "waybill-demo-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const leave = () => process.exit(0);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, leave);

process.stdout.write("Making the demo's store …\n");
const port = process.env.WAYBILL_PORT || String(freePort(3000));
// Nothing of the surroundings is used but this: a demo must not touch a real installation.
const config = readConfig({
  WAYBILL_DATA: folder,
  WAYBILL_PORT: port,
  WAYBILL_LOG: process.env.WAYBILL_LOG || "error",
});
const context = await openContext(config);
const store = await openStore(context, instantNow());
process.stdout.write(guide(store));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, leave);
await serve(context, { grace });
await context.close();

/** `wanted`, or where that is taken any other port. */
function freePort(wanted: number): number {
  for (const port of [wanted, 0]) {
    try {
      const probe = Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() });
      const found = probe.port ?? port;
      probe.stop(true);
      return found;
    } catch {
      // Somebody listens there.
    }
  }
  throw new Error("No port is free.");
}

function guide({ apiKey, apiToken, order, sampler }: DemoStore): string {
  const { origin } = config.url;
  return `
Field & Fern is a store that was made up a moment ago. It is gone when you stop this with Ctrl-C.

  Administration    ${origin}/admin
  Owner's email     ${owner.email}
  Password          ${owner.password}

  Customer's page   ${origin}/orders/${order.guid}
  Free download     ${origin}/permalink/${sampler.guid}

  API key           ${apiKey}
  API token         ${apiToken}
  Try the API       curl -u ${apiKey}:${apiToken} ${origin}/api/v3/orders
  Its description   ${origin}/docs/api

  Folder            ${folder}

`;
}
