import { appendFileSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../_cleanup.ts";
import type { Installation, Server } from "./_server.ts";

const mebibyte = 1024 ** 2;

/** What is watched, and by how much the median of the last quarter may pass the highest of the quarters before. */
const slack = {
  /** MiB: of the server with the processes that it started, and of its JavaScript objects. */
  memory: 15,
  heap: 5,
  objects: 10_000,
  descriptors: 5,
  threads: 3,
  processes: 1,
  /** MiB. */
  log: 5,
  /** In folders of unfinished files. */
  temporaryFiles: 5,
  /** Stored files: those that were replaced are removed. */
  storedFiles: 30,
};

type Watched = keyof typeof slack;
type Sample = Record<Watched, number> & { seconds: number; dataFolder: number; types: Record<string, number> };

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

/** Samples until the heap is looked at again: that makes the server collect its garbage. */
const samplesPerHeap = 8;

/** Looks at a server's process and folders every `interval` milliseconds. */
export class Watch {
  readonly samples: Sample[] = [];
  readonly #server: Server;
  readonly #installation: Installation;
  readonly #heap: string;
  readonly #began = performance.now();
  #lastHeap: Heap | null = null;
  #isOver = false;

  constructor(server: Server, installation: Installation, { FAULT_HEAP }: { FAULT_HEAP: string }) {
    this.#server = server;
    this.#installation = installation;
    this.#heap = FAULT_HEAP;
  }

  /** Until `end`. The samples are also written to `file`, if any, one line of JSON each. */
  async run(interval: number, file: string): Promise<void> {
    while (!this.#isOver) {
      const began = performance.now();
      const sample = await this.#look();
      this.samples.push(sample);
      if (file) appendFileSync(file, `${JSON.stringify(sample)}\n`);
      while (!this.#isOver && performance.now() - began < interval) await Bun.sleep(100);
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /** Medians of the four quarters of the time. */
  quarters(): Record<Watched | "dataFolder", number[]> {
    const names = [...(Object.keys(slack) as Watched[]), "dataFolder" as const];
    return Object.fromEntries(names.map((name) => [name, this.#quarters(({ [name]: value }) => value)])) as ReturnType<
      Watch["quarters"]
    >;
  }

  /** A sentence for all that has grown and does not stop. */
  problems(): string[] {
    const quarters = this.quarters();
    return (Object.keys(slack) as Watched[]).flatMap((name) => {
      const [last = 0, ...before] = quarters[name].toReversed();
      const most = Math.max(...before);
      return last > most * 1.05 + slack[name] ? [`${name} grows: ${quarters[name].join(", ")}.`] : [];
    });
  }

  /** Kinds of objects of which there are more in the last quarter than in the second. */
  grown(): Record<string, number[]> {
    const kinds = Object.keys(this.samples.at(-1)?.types ?? {});
    const all = kinds.map((kind) => [kind, this.#quarters(({ types }) => types[kind] ?? 0)] as const);
    const growth = ([, [, second = 0, , last = 0]]: (typeof all)[number]) => last - second;
    const most = all.toSorted((one, other) => growth(other) - growth(one)).slice(0, 8);
    return Object.fromEntries(most.filter((one) => growth(one) > 100));
  }

  #quarters(of: (sample: Sample) => number): number[] {
    const size = this.samples.length / 4;
    return [0, 1, 2, 3].map((quarter) =>
      median(this.samples.slice(Math.round(quarter * size), Math.round((quarter + 1) * size)).map(of)),
    );
  }

  async #look(): Promise<Sample> {
    const { pid } = this.#server.process;
    const { folder } = this.#installation;
    const processes = [pid, ...descendants(pid)];
    const { heapSize, objectCount, objectTypeCounts } = await this.#reportedHeap(pid);
    const status = processes.map((one) => statusOf(one));
    const sum = (name: string) => status.reduce((all, one) => all + (one[name] ?? 0), 0);
    return {
      seconds: Math.round((performance.now() - this.#began) / 1000),
      memory: round(sum("VmRSS") / 1024),
      heap: round(heapSize / mebibyte),
      objects: objectCount,
      descriptors: filesIn(`/proc/${pid}/fd`, false).count,
      threads: sum("Threads"),
      processes: processes.length,
      log: round((lstatSync(join(folder, "waybill.sqlite-wal"), { throwIfNoEntry: false })?.size ?? 0) / mebibyte),
      temporaryFiles:
        filesIn(join(folder, "files/tmp")).count +
        filesIn(join(folder, "uploads")).count +
        filesIn(join(this.#heap, "..")).count,
      storedFiles: filesIn(join(folder, "files/objects")).count,
      dataFolder: round(filesIn(folder).bytes / mebibyte),
      types: objectTypeCounts,
    };
  }

  async #reportedHeap(pid: number): Promise<Heap> {
    if (this.#lastHeap && this.samples.length % samplesPerHeap > 0) return this.#lastHeap;
    rmSync(this.#heap, { force: true });
    process.kill(pid, "SIGUSR2");
    const deadline = Date.now() + 30_000;
    while (Date.now() < deadline) {
      try {
        this.#lastHeap = JSON.parse(readFileSync(this.#heap, "utf8")) as Heap;
        return this.#lastHeap;
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
