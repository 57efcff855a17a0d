import { readFileSync } from "node:fs";
import { type Load, load, type Requests } from "./wrk.ts";

/** What is measured, and what it is held against in the same run. */
export interface Pair {
  name: string;
  connections: number;
  waybill: Requests;
  reference: Requests;
  /** Of the reference. */
  referenceName: string;
  /** Bytes a second in place of answers a second. */
  bytes?: boolean;
}

export interface Settings {
  rounds: number;
  /** Of each measurement. */
  seconds: number;
  /** Of the load. */
  core: number;
  /** Process of the server. */
  pid: number;
}

/** Measures both in turns, after a run that is not counted, and returns a row of a Markdown table with the medians. */
export async function compare(pair: Pair, { rounds, seconds, core, pid }: Settings): Promise<string> {
  const runs: { own: Load; other: Load; micros: number }[] = [];
  const options = { connections: pair.connections, seconds, core };
  // The first seconds are spent on compiling what is used most.
  await load(pair.waybill, options);
  for (let round = 0; round < rounds; round++) {
    const before = processorTime(pid);
    const own = await load(pair.waybill, options);
    const done = pair.bytes ? own.bytes / 1e6 : own.rate;
    const micros = ((processorTime(pid) - before) * 1e6) / (done * seconds);
    runs.push({ own, micros, other: await load(pair.reference, options) });
  }
  const figure = pair.bytes ? "bytes" : "rate";
  const own = median(runs.map((run) => run.own[figure]));
  const other = median(runs.map((run) => run.other[figure]));
  const shown = (value: number) => (pair.bytes ? `${(value / 1e6).toFixed(0)} MB/s` : `${value.toFixed(0)}/s`);
  const cells = [
    `${pair.name}, ${pair.connections} at once`,
    shown(own),
    shownTime(median(runs.map((run) => run.own.p99))),
    `${median(runs.map((run) => run.micros)).toFixed(0)} µs${pair.bytes ? "/MB" : ""}`,
    `${pair.referenceName}: ${shown(other)}`,
    shownTime(median(runs.map((run) => run.other.p99))),
    (own / other).toFixed(3),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The head of the table whose rows `compare` returns. */
export const tableHead = `| | Waybill | p99 | processor time | reference | p99 | ratio |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |`;

/** Nothing if no answer has ended in the time. */
const shownTime = (milliseconds: number) => (milliseconds === 0 ? "" : `${milliseconds.toFixed(1)} ms`);

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Memory of the process, in MB. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}

/** Seconds of processor time that the process has used. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
