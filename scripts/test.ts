import { join } from "node:path";
import { startTestPostgres } from "../tests/_postgres.ts";
import { ensureChromium } from "./ensure-chromium.ts";

/** Bytes of the test runner's output kept to find its totals in; they come last. */
const tailSize = 4_096;

interface Totals {
  passed: number;
  failed: number;
}

const root = join(import.meta.dir, "..");
const running = new Set<Bun.Subprocess>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });
}

const totals = await runEverything();
process.exitCode = totals.failed > 0 || totals.passed === 0 ? 1 : 0;
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);

/** Type check, lint, architecture, tests, in this order; one that fails does not keep the next from running. */
async function runEverything(): Promise<Totals> {
  const totals: Totals = { passed: 0, failed: 0 };
  for (const check of [
    ["tsc", "--noEmit"],
    ["tsc", "--noEmit", "--project", "admin"],
    ["biome", "check", "."],
    ["bun", "scripts/architecture/check.ts"],
  ]) {
    say(check.join(" "));
    if (!(await passes(check))) totals.failed += 1;
  }
  say("bun test");
  try {
    ensureChromium();
    const { passed, failed } = await runTests();
    return { passed, failed: totals.failed + failed };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { ...totals, failed: totals.failed + 1 };
  }
}

async function passes([program = "", ...args]: string[]): Promise<boolean> {
  const child = start([join(root, "node_modules", ".bin", program), ...args], "inherit");
  return (await child.exited) === 0;
}

/** Runs every test file, each in a global of its own, on one PostgreSQL, and reads the totals that bun prints. */
async function runTests(): Promise<Totals> {
  const postgres = await startTestPostgres();
  try {
    const child = start([process.execPath, "test", "--parallel=3", "--timeout=90000"], "pipe", {
      TEST_POSTGRES_URL: postgres.url,
    });
    const tail = await passOn(child.stderr as ReadableStream<Uint8Array>);
    const status = await child.exited;
    const count = (word: string) => Number([...tail.matchAll(new RegExp(`^ *(\\d+) ${word}$`, "gm"))].at(-1)?.[1] ?? 0);
    const [passed, failed] = [count("pass"), count("fail")];
    // A runner that died, or found nothing to run, has failed without counting it.
    return { passed, failed: failed === 0 && status !== 0 ? 1 : failed };
  } finally {
    await postgres.stop();
  }
}

function start(command: string[], stderr: "inherit" | "pipe", environment: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", stderr],
  });
  running.add(child);
  child.exited.then(() => running.delete(child));
  return child;
}

/** Writes what comes to standard error as it comes, and returns the end of it. */
async function passOn(output: ReadableStream<Uint8Array>): Promise<string> {
  let tail = Buffer.alloc(0);
  for await (const chunk of output) {
    process.stderr.write(chunk);
    tail = Buffer.concat([tail, chunk]).subarray(-tailSize);
  }
  return tail.toString();
}

function say(line: string): void {
  process.stdout.write(`\n${line}\n`);
}
