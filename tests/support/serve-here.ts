import { serviceModule } from "./program.ts";

/** A service that runs, wherever that is. */
export interface RunningService {
  /** What it has written to standard output and standard error so far. */
  output: { stdout: string; stderr: string };
  /** Asks it to stop, and resolves with the exit status of its process, or what that would be. */
  stop(): Promise<number>;
}

/** The mask of new files before the first of the services that run here. */
let maskBefore = 0;
let running = 0;

/**
 * Does what `waybill serve` does with these settings, but in this process: that takes a small part of the time. What it
 * writes is kept. Resolves once it answers.
 */
export async function serveHere(environment: Record<string, string>): Promise<RunningService> {
  const { createLog, openContext, readConfig, startService } = await serviceModule();
  const output = { stdout: "", stderr: "" };
  const config = readConfig(environment);
  const log = createLog(config.log, (line) => {
    output.stderr += line;
  });
  hideNewFiles();
  try {
    const context = await openContext(config, { log });
    const service = await startService(context).catch(async (error) => {
      await context.close();
      throw error;
    });
    output.stdout += service.greeting;
    let stopped: Promise<number> | null = null;
    const stop = async () => {
      await service.stop();
      await context.close();
      showNewFiles();
      return 0;
    };
    return {
      output,
      stop() {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    showNewFiles();
    throw error;
  }
}

/** As `src/main.ts` does. A process that a test starts later inherits it only while such a service runs. */
function hideNewFiles(): void {
  if (running === 0) maskBefore = process.umask(0o077);
  running += 1;
}

function showNewFiles(): void {
  running -= 1;
  if (running === 0) process.umask(maskBefore);
}
