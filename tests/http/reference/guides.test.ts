import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeProduct } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

const guides = join(import.meta.dir, "../../../docs/connect");

/** How the examples of each language are run. */
const languages = [
  { fence: "sh", command: ["sh"], needs: "curl" },
  { fence: "ts", command: [process.execPath], needs: "sh" },
  { fence: "php", command: ["php"], needs: "php" },
  { fence: "python", command: ["python3"], needs: "python3" },
].filter(({ needs }) => Bun.which(needs) !== null);

describe("the examples of the guides", () => {
  let service: Store;
  let folder: string;
  /** Stands ahead of the service. */
  let gateway: Server;
  /** How many requests each key was sent with. */
  let attempts: Map<string, number>;
  /** What becomes of the first request with a key. */
  let trouble: "refused" | "lost";

  beforeAll(async () => {
    service = await makeSqliteStore();
    await makeProduct(service, { sku: "MAP-1" });
    folder = mkdtempSync(join(tmpdir(), "waybill-guides-"));
    gateway = createServer(async (request, response) => {
      const key = String(request.headers["idempotency-key"]);
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      if (attempt === 1 && trouble === "refused") {
        response.writeHead(429, { "retry-after": "1" }).end("{}");
        return;
      }
      const headers = { "content-type": "application/json", "idempotency-key": key };
      const answer = await service.api(request.url ?? "", {
        method: request.method ?? "GET",
        headers,
        body: Buffer.concat(chunks),
      });
      const text = await answer.text();
      if (attempt === 1) request.socket.destroy();
      else response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    });
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs the example of a guide, with `number` in place of 4711, and returns what it printed. */
  async function run(guide: string, { fence, command }: (typeof languages)[number], number: string): Promise<string> {
    const text = await Bun.file(join(guides, `${guide}.md`)).text();
    const [, code] = new RegExp(`\`\`\`${fence}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
    if (!code) throw new Error(`${guide} has no example in ${fence}.`);
    const path = join(folder, `${guide}.${fence}`);
    await Bun.write(path, code.replaceAll("4711", number));
    const { key, token } = service.credentials;
    const { port } = gateway.address() as AddressInfo;
    const process = Bun.spawn([...command, path], {
      env: { ...Bun.env, WAYBILL_URL: `http://127.0.0.1:${port}`, WAYBILL_KEY: key, WAYBILL_TOKEN: token },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, complaints] = await Promise.all([process.stdout.text(), process.stderr.text()]);
    expect({ fence, exit: await process.exited, complaints }).toMatchObject({ exit: 0 });
    return printed;
  }

  /** `from` is the number of the first language's order; the others follow. */
  async function everyLanguageMakesOneOrder(guide: string, from: number): Promise<void> {
    attempts = new Map();
    const numbers = languages.map((_, index) => String(from + index));
    const printed = await Promise.all(languages.map((language, index) => run(guide, language, numbers[index] ?? "")));
    for (const [index, number] of numbers.entries()) {
      const { order } = (await v3(service, "GET", `vorders/M-${number}`)).body;
      expect(printed[index]).toContain(String(order.id));
      expect(order.order_items).toMatchObject([{ item_sku: "MAP-1" }]);
      expect([number, attempts.get(`payment-${number}`)]).toEqual([number, 2]);
    }
  }

  test("wait after a 429 and send the request again", async () => {
    trouble = "refused";
    await everyLanguageMakesOneOrder("retries", 5001);
  });

  test("get the first answer when it was lost on its way", async () => {
    trouble = "lost";
    await everyLanguageMakesOneOrder("retries", 6001);
  });
});
