import { join } from "node:path";
import { afterTests } from "./cleanup.ts";

const program = join(import.meta.dir, "programs/rushing-client.ts");

/** What clients in processes of their own were answered: each status, and how often. */
export type Answers = Record<number, number>;

/**
 * Sends `requests` GETs for each of `urls` at once from each of `processes` processes, all of which begin on one
 * signal, and reads every body to its end.
 */
export async function rush(urls: string[], options: { processes: number; requests: number }): Promise<Answers> {
  const clients = Array.from({ length: options.processes }, () => {
    const client = Bun.spawn([process.execPath, program, String(options.requests), ...urls], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    afterTests(() => client.kill("SIGKILL"));
    const lines = client.stdout.pipeThrough(new TextDecoderStream()).getReader();
    return { client, next: async () => (await lines.read()).value ?? "" };
  });
  for (const { next } of clients) await next();
  for (const { client } of clients) {
    client.stdin.write("go\n");
    client.stdin.end();
  }
  const total: Answers = {};
  for (const { next } of clients) {
    const answers: Answers = JSON.parse(await next());
    for (const [status, count] of Object.entries(answers)) total[Number(status)] = (total[Number(status)] ?? 0) + count;
  }
  return total;
}
