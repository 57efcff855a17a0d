import { appendFileSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/cleanup.ts";
import type { Installation, Server } from "./_server.ts";

const mebibyte = 1024 ** 2;

/** What is watched, and by how much the median of the last quarter may pass the highest of the quarters before. */
const slack = {
  /** MiB, at rest: of the server with the processes that it started, and of its JavaScript objects. */
  restingMemory: 15,
  heap: 5,
  objects: 10_000,
  /** MiB at work: more when the machine is busy and requests wait. */
  memory: 60,
  descriptors: 50,
  threads: 3,
  processes: 1,
  /** MiB. */
  log: 16,
  /** In folders of unfinished files. */
  temporaryFiles: 5,
  /** Stored files: those that were replaced are removed. */
  storedFiles: 30,
};

type Watched = keyof typeof slack;
type Rest = Record<"restingMemory" | "heap" | "objects", number> & { types: Record<string, number> };
type Sample = Record<Exclude<Watched, keyof Rest>, number> & { seconds: number; dataFolder: number };

/** Milliseconds without requests until the server is at rest. */
const resting = 10_000;

/** What `_heap-report.ts` writes. */
interface Heap {
  heapSize: number;
  objectCount: number;
  objectTypeCounts: Record<string, number>;
}

/** Where a server keeps its temporary files and reports its heap, for `startServer`. */
export function watchedEnvironment() {
  const temporary = temporaryFolder();
  return {
    TMPDIR: temporary,
    FAULT_HEAP: join(temporary, "heap.json"),
    BUN_OPTIONS: `--preload=${join(import.meta.dir, "_heap-report.ts")}`,
  };
}

/** Looks at a server's process and folders again and again while it works, and at its memory when it rests. */
export class Watch {
  readonly #quarters: Sample[][] = [];
  readonly #rests: Rest[] = [];
  readonly #server: Server;
  readonly #installation: Installation;
  readonly #heap: string;
  readonly #began = performance.now();

  constructor(server: Server, installation: Installation, { FAULT_HEAP }: { FAULT_HEAP: string }) {
    this.#server = server;
    this.#installation = installation;
    this.#heap = FAULT_HEAP;
  }

  /**
   * Watches a quarter of the time, until `work` is done, every `interval` milliseconds, and then the server at rest. The samples
   * are also written to `file`, if any, one line of JSON each.
   */
  async quarter(work: Promise<void>, interval: number, file: string): Promise<void> {
    const samples: Sample[] = [];
    this.#quarters.push(samples);
    let isOver = false;
    const ended = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      samples.push(this.#look());
      if (file) appendFileSync(file, `${JSON.stringify(samples.at(-1))}\n`);
      await Promise.race([ended, Bun.sleep(interval)]);
    }
    await ended;
    this.#rests.push(await this.#lookAtRest());
  }

  /** Medians of the quarters of the time. */
  quarters(): Record<Watched | "dataFolder", number[]> {
    const { types: _, ...rest } = this.#rests[0] as Rest;
    const { seconds: __, ...sample } = this.#quarters.flat()[0] as Sample;
    const atRest = Object.keys(rest).map((name) => [name, this.#rests.map((one) => one[name as keyof typeof rest])]);
    const atWork = Object.keys(sample).map((name) => [
      name,
      this.#quarters.map((samples) => median(samples.map((one) => one[name as keyof typeof sample]))),
    ]);
    return Object.fromEntries([...atRest, ...atWork]);
  }

  /** A sentence for all that is higher in the last quarter than in all before. */
  problems(): string[] {
    const quarters = this.quarters();
    return (Object.keys(slack) as Watched[]).flatMap((name) => {
      const [last = 0, ...before] = quarters[name].toReversed();
      const most = Math.max(...before);
      return last > most * 1.05 + slack[name] ? [`${name} grows: ${quarters[name].join(", ")}.`] : [];
    });
  }

  /** Kinds of objects of which there are more after the last quarter than after the second. */
  grown(): Record<string, number[]> {
    const kinds = Object.keys(this.#rests.at(-1)?.types ?? {});
    const all = kinds.map((kind) => [kind, this.#rests.map(({ types }) => types[kind] ?? 0)] as const);
    const growth = ([, counts]: (typeof all)[number]) => (counts.at(-1) ?? 0) - (counts[1] ?? 0);
    const most = all.toSorted((one, other) => growth(other) - growth(one)).slice(0, 8);
    return Object.fromEntries(most.filter((one) => growth(one) > 100));
  }

  async #lookAtRest(): Promise<Rest> {
    await Bun.sleep(resting);
    const { heapSize, objectCount, objectTypeCounts } = await this.#reportedHeap();
    await Bun.sleep(resting);
    return {
      restingMemory: this.#memory(),
      heap: round(heapSize / mebibyte),
      objects: objectCount,
      types: objectTypeCounts,
    };
  }

  #processes(): Record<string, number>[] {
    const { pid } = this.#server.process;
    return [pid, ...descendants(pid)].map(statusOf);
  }

  #memory(): number {
    return round(this.#processes().reduce((sum, { VmRSS = 0 }) => sum + VmRSS, 0) / 1024);
  }

  #look(): Sample {
    const { pid } = this.#server.process;
    const { folder } = this.#installation;
    const processes = this.#processes();
    return {
      seconds: Math.round((performance.now() - this.#began) / 1000),
      memory: this.#memory(),
      descriptors: filesIn(`/proc/${pid}/fd`, false).count,
      threads: processes.reduce((sum, { Threads = 0 }) => sum + Threads, 0),
      processes: processes.length,
      log: round((lstatSync(join(folder, "waybill.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0) / mebibyte),
      temporaryFiles:
        filesIn(join(folder, "files/tmp")).count +
        filesIn(join(folder, "uploads")).count +
        filesIn(join(this.#heap, "..")).count,
      storedFiles: filesIn(join(folder, "files/objects")).count,
      dataFolder: round(filesIn(folder).bytes / mebibyte),
    };
  }

  async #reportedHeap(): Promise<Heap> {
    rmSync(this.#heap, { force: true });
    this.#server.process.kill("SIGUSR2");
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      try {
        return JSON.parse(readFileSync(this.#heap, "utf8")) as Heap;
      } catch {
        await Bun.sleep(20);
      }
    }
    throw new Error("The server does not report its heap.");
  }
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

const round = (value: number) => Math.round(value * 10) / 10;

function statusOf(pid: number): Record<string, number> {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, "utf8").matchAll(/^(\w+):\s+(\d+)/gm);
    return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
  } catch {
    return {};
  }
}

function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/** What is gone while it is counted does not count. */
function filesIn(folder: string, isDeep = true): { count: number; bytes: number } {
  const all = { count: 0, bytes: 0 };
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: isDeep })) {
      if (isDeep && !entry.isFile()) continue;
      all.count++;
      if (isDeep) all.bytes += lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
    }
  } catch {
    // The folder is not there yet.
  }
  return all;
}
