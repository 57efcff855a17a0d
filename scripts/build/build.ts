// npm run build: one executable for this system in dist, with the licenses of what it contains. With --packages: packages for all systems.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildExecutable } from "./executable.ts";
import { thirdPartyLicenses } from "./licenses.ts";
import { packExecutable } from "./package.ts";
import { ownSystem, runtimeOf, type System, systems, targetOf } from "./runtimes.ts";

const dist = join(import.meta.dir, "../../dist");

async function build(system: System, outfile: string): Promise<void> {
  await buildExecutable({ outfile, runtime: await runtimeOf(system), target: targetOf(system) });
  process.stdout.write(`${outfile}\n`);
}

const { values } = parseArgs({ options: { packages: { type: "boolean" } } });
await mkdir(dist, { recursive: true });
if (values.packages) {
  for (const system of systems) {
    const executable = join(dist, `waybill-${system}`);
    await build(system, executable);
    process.stdout.write(`${await packExecutable(executable, system, dist)}\n`);
  }
} else {
  const own = ownSystem();
  if (!own)
    throw new Error(`Nothing is built for ${process.platform}-${process.arch}. There is: ${systems.join(", ")}.`);
  await build(own, join(dist, "waybill"));
  await Bun.write(join(dist, "THIRD-PARTY-LICENSES.txt"), await thirdPartyLicenses());
}
