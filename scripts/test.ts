import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { startBrowserServer } from "../tests/support/browser.ts";
import { startTestPostgres } from "../tests/support/postgres.ts";
import { ensureChromium } from "./ensure-chromium.ts";
import { type FailedTest, TestOutput, type TestRun } from "./test-output.ts";

/** Folders whose failures count at once: a second try would hide a race of counting, keys, locks or crashes. */
const neverRepeated = [
  "data/backup",
  "data/moving",
  "delivery/catalog",
  "delivery/downloads",
  "delivery/licenses",
  "delivery/orders",
  "http/licenses",
  "messages/mail",
  "messages/webhooks",
  "platform/database",
  "platform/files",
  "serve",
  "shops/connections",
  "store/statistics",
];

/** Files that are named at the end, slowest first. */
const slowestShown = 10;

const root = join(import.meta.dir, "..");
const timings = join(root, "node_modules/.cache/waybill-tests/timings.json");
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

/** Type check beside lint, architecture and the program; then the tests. One that fails does not keep the next from running. */
async function runEverything(): Promise<Pick<TestRun, "passed" | "failed">> {
  // On several threads, the type check takes twice the processor time: what files share is checked on each.
  const [types, others] = await Promise.all([
    failuresOf(["tsc", "--noEmit", "--singleThreaded"]),
    failuresOf(
      ["tsc", "--noEmit", "--singleThreaded", "--project", "admin"],
      ["biome", "check", "."],
      ["bun", "scripts/architecture/check.ts"],
      // What the tests start is compiled once, and not by each of their processes at the same time.
      ["bun", "tests/support/templates.ts"],
    ),
  ]);
  const failedChecks = [...types, ...others];
  say("bun test");
  try {
    ensureChromium();
    const { passed, failed } = await runTests();
    return { passed, failed: failedChecks.length + failed };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: failedChecks.length + 1 };
  } finally {
    for (const check of failedChecks) say(`failed: ${check}`);
  }
}

/** Runs these one after the other, says what each has printed, and returns those that failed. */
async function failuresOf(...checks: string[][]): Promise<string[]> {
  const failed: string[] = [];
  for (const [program = "", ...args] of checks) {
    const child = start([join(root, "node_modules", ".bin", program), ...args], "pipe", {}, "pipe");
    const printed = await Promise.all(
      [child.stdout, child.stderr].map((stream) => new Response(stream as ReadableStream).text()),
    );
    say(`${[program, ...args].join(" ")}\n${printed.join("")}`);
    if ((await child.exited) !== 0) failed.push([program, ...args].join(" "));
  }
  return failed;
}

/** Runs every test file with one PostgreSQL and one Chromium, those that failed once more, and tells what is to be looked at. */
async function runTests(): Promise<Pick<TestRun, "passed" | "failed">> {
  const postgres = await startTestPostgres();
  const browser = await startBrowserServer();
  try {
    const environment = {
      TEST_POSTGRES_URL: postgres.url,
      TEST_BROWSER_URL: browser.wsEndpoint(),
      ...(process.argv.includes("--everywhere") ? { TEST_EVERYWHERE: "1" } : {}),
    };
    mkdirSync(dirname(timings), { recursive: true });
    // Files of one process share a global, a service for each database and a browser.
    const files = ["--parallel=3", "--no-isolate", `--timings=${timings}`, "--update-timings"];
    const all = await bunTest(files, environment);
    const flaky: FailedTest[] = [];
    const failed: FailedTest[] = [];
    for (const [file, failures] of Map.groupBy(all.failures, (failure) => failure.file)) {
      const mayRepeat = file !== "" && !neverRepeated.some((folder) => file.startsWith(`tests/${folder}/`));
      if (mayRepeat) say(`${file} once more, alone`);
      const isFlaky = mayRepeat && (await bunTest([`./${file}`], environment)).failed === 0;
      (isFlaky ? flaky : failed).push(...failures);
    }
    tellSlowest();
    for (const { file, name, reason } of failed) say(`failed: ${file}, ${name}\n${reason}`);
    for (const { file, name, reason } of flaky) say(`flaky: ${file}, ${name}\n${reason}`);
    return { passed: all.passed + flaky.length, failed: all.failed - flaky.length };
  } finally {
    await browser.close();
    await postgres.stop();
  }
}

/** Runs `bun test` with these words more. A runner that died, or found nothing to run, has failed without counting it. */
async function bunTest(words: string[], environment: Record<string, string>): Promise<TestRun> {
  const child = start([process.execPath, "test", "--timeout=90000", ...words], "pipe", environment);
  const output = new TestOutput();
  const decoder = new TextDecoder();
  for await (const chunk of child.stderr as ReadableStream<Uint8Array>) {
    process.stderr.write(chunk);
    output.add(decoder.decode(chunk, { stream: true }));
  }
  const status = await child.exited;
  const { run } = output;
  return run.failed === 0 && status !== 0 ? { ...run, failed: 1 } : run;
}

function start(
  command: string[],
  stderr: "inherit" | "pipe",
  environment: Record<string, string> = {},
  stdout: "inherit" | "pipe" = "inherit",
) {
  const child = Bun.spawn(command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", stdout, stderr],
  });
  running.add(child);
  child.exited.then(() => running.delete(child));
  return child;
}

function tellSlowest(): void {
  if (!existsSync(timings)) return;
  const { files } = JSON.parse(readFileSync(timings, "utf8")) as { files: Record<string, number> };
  const slowest = Object.entries(files)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, slowestShown);
  say(`the slowest files, in seconds: ${slowest.map(([file, ms]) => `${file} ${Math.round(ms / 1000)}`).join(", ")}`);
}

function say(line: string): void {
  process.stdout.write(`\n${line}\n`);
}
