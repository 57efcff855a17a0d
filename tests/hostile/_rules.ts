import { expect } from "bun:test";
import { existsSync } from "node:fs";
import type { ServiceProcess } from "../support/service.ts";
import { everything } from "../support/xml.ts";

/**
 * Milliseconds of processor time that the service may work on a hostile input before it answers `/healthz`. The target is
 * pieces of at most 20 ms, and 50 for the parsing of a megabyte; ten times that is for slow machines. What grows faster than
 * its input takes seconds.
 */
const mostWork = 500;

/** Bytes that the service may grow by for each byte of input, and in any case. */
const growthPerByte = 60;
const growthAnyway = 96 * 1_048_576;

/**
 * Runs `work`, which sends hostile inputs of at most `largestInput` bytes each, and checks what all of them are held to:
 * no row has changed, nobody else waits, and memory grows with the input and no faster. `changes` is true for inputs
 * that may be taken.
 */
export async function holdsUp<Result>(
  service: ServiceProcess,
  { largestInput, changes = false }: { largestInput: number; changes?: boolean },
  work: () => Promise<Result>,
): Promise<Result> {
  const before = changes ? "" : await everything(service);
  const memoryBefore = await memoryOf(service);
  const pulse = await startPulse(service);
  let result: Result;
  try {
    result = await work();
  } finally {
    await pulse.stop();
  }
  expect(pulse.mostWork()).toBeLessThan(mostWork);
  const grown = (await memoryOf(service)) - memoryBefore;
  expect(grown).toBeLessThan(growthAnyway + growthPerByte * largestInput);
  if (!changes) expect(await everything(service)).toBe(before);
  return result;
}

/** Checks that an answer refuses with a status of 4xx and a sentence, in the form of the interface that gave it. */
export async function isRefusal(response: Response): Promise<void> {
  const text = await response.text();
  const seen = `${response.status} ${text}`;
  expect(seen).toMatch(/^4\d\d /);
  expect(`${seen.slice(0, 4)}${sentenceIn(text)}`).toMatch(/^4\d\d \S[\s\S]{8,}[.…]$/);
}

/** What an answer says to a person: XML's `message`, a problem's `detail`, sign-in's `message`, else the text as it is. */
export function sentenceIn(text: string): string {
  if (text.startsWith("<?xml")) return /<message>([\s\S]*)<\/message>/.exec(text)?.[1] ?? "";
  if (!text.startsWith("{")) return text.trim();
  const { detail, message } = JSON.parse(text);
  return String(detail ?? message);
}

/** Bytes of memory that a service's process has used at most; 0 where the system does not tell. */
async function memoryOf(service: ServiceProcess): Promise<number> {
  const path = `/proc/${service.process.pid}/status`;
  if (!existsSync(path)) return 0;
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(await Bun.file(path).text())?.[1] ?? 0);
}

/** Asks `/healthz` every few milliseconds until it is stopped. */
async function startPulse(service: ServiceProcess): Promise<{ stop(): Promise<void>; mostWork(): number }> {
  const worker = new Worker(new URL("_pulse-worker.ts", import.meta.url));
  const answer = () =>
    new Promise<unknown>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
  const started = answer();
  worker.postMessage({ url: `${service.url}/healthz`, pid: service.process.pid });
  await started;
  let most = 0;
  return {
    async stop() {
      const told = answer();
      worker.postMessage("stop");
      most = Number(await told);
      worker.terminate();
    },
    mostWork: () => most,
  };
}
