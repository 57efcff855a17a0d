import { type Command, CommanderError } from "commander";
import { wordsOf } from "../../src/cli/failure.ts";
import { createProgram } from "../../src/cli/program.ts";

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Commands share what a process has once, so they run one after the other. */
let previous: Promise<unknown> = Promise.resolve();

/**
 * Runs `waybill` with these words and settings as its process would, but in this process: that takes a small part of the
 * time. It has no standard input, and what it prints is not a terminal's. For what depends on a process, such as a signal
 * or a reader that goes away, or must go on beside the test, there is `runWaybill`.
 */
export function runCommand(words: string[], environment: Record<string, string>): Promise<CommandResult> {
  const running = previous.then(() => run(words, environment));
  previous = running.catch(() => {});
  return running;
}

async function run(words: string[], environment: Record<string, string>): Promise<CommandResult> {
  const restore = [takeEnvironment(environment), keepProcess()];
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  restore.push(stdout.release, stderr.release);
  try {
    const status = await execute(words);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const undo of restore.reverse()) undo();
  }
}

/** Does what `src/main.ts` does, and returns the exit status. */
async function execute(words: string[]): Promise<number> {
  const program = createProgram();
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(words, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Its words are printed.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`${wordsOf(error)}\n`);
    return 1;
  }
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  command.commands.forEach(throwInsteadOfExit);
}

/** Only the settings that are given, as with a new process. */
function takeEnvironment(environment: Record<string, string>): () => void {
  const before = { ...process.env };
  const set = (values: Record<string, string | undefined>) => {
    for (const name of Object.keys(process.env)) if (/^(WAYBILL|AWS)_/.test(name)) delete process.env[name];
    Object.assign(process.env, values);
  };
  set(environment);
  return () => {
    set(before);
    for (const name of Object.keys(environment)) if (!(name in before)) delete process.env[name];
  };
}

/** What a command leaves in its process: the mask of new files, the exit status, and what is done on signals. */
function keepProcess(): () => void {
  const mask = process.umask(0o077);
  const { exitCode } = process;
  const listeners = signals.map((signal) => process.listeners(signal));
  process.exitCode = 0;
  return () => {
    process.umask(mask);
    process.exitCode = exitCode ?? 0;
    for (const [index, signal] of signals.entries()) {
      for (const added of process.listeners(signal).filter((one) => !listeners[index]?.includes(one))) {
        process.off(signal, added as NodeJS.SignalsListener);
      }
    }
  };
}

function capture(stream: NodeJS.WriteStream): { text(): string; release(): void } {
  const chunks: Buffer[] = [];
  const { write, isTTY } = stream;
  type Done = (error?: Error | null) => void;
  stream.write = (chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done) => {
    chunks.push(Buffer.from(chunk as Uint8Array));
    (typeof encoding === "function" ? encoding : done)?.();
    return true;
  };
  stream.isTTY = false;
  return {
    text: () => Buffer.concat(chunks).toString(),
    release: () => Object.assign(stream, { write, isTTY }),
  };
}
