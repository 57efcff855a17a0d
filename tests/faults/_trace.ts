import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** What a traced process did to files, and sent to sockets, in its order. */
export type TracedEvent =
  | { kind: "write"; path: string; offset: number; bytes: Buffer }
  | { kind: "truncate"; path: string; size: number }
  | { kind: "begin sync"; path: string; sync: number }
  | { kind: "end sync"; path: string; sync: number }
  | { kind: "send"; bytes: Buffer };

/** The words with which a program is traced into the file. */
export const tracing = (file: string) => [
  ...["strace", "-f", "-y", "-xx", "-s", "1000000", "-o", file],
  ...["-e", "trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync,ftruncate"],
];

/** Reads what `strace` has written. Throws for a write to a file in `folder` that it does not understand. */
export async function readTrace(file: string, folder: string): Promise<TracedEvent[]> {
  const events: TracedEvent[] = [];
  const syncing = new Map<string, { path: string; sync: number }>();
  let syncs = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. (fsync|fdatasync) resumed>.*= (-?\d+)/.exec(rest);
    if (resumed) {
      const begun = syncing.get(thread);
      syncing.delete(thread);
      if (begun && resumed[2] === "0") events.push({ kind: "end sync", ...begun });
      continue;
    }
    const [, call = "", target = "", given = ""] = /^(\w+)\(\d+<([^>]*)>(.*)$/.exec(rest) ?? [];
    const path = decoded(target).toString();
    if (path.startsWith("socket:")) {
      const bytes = Buffer.concat([...given.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => decoded(text)));
      if (bytes.length > 0) events.push({ kind: "send", bytes });
    } else if (path.startsWith(folder)) {
      if (call === "fsync" || call === "fdatasync") {
        const sync = { path, sync: syncs++ };
        events.push({ kind: "begin sync", ...sync });
        if (given.includes("<unfinished")) syncing.set(thread, sync);
        else if (given.endsWith("= 0")) events.push({ kind: "end sync", ...sync });
      } else if (call === "ftruncate") {
        events.push({ kind: "truncate", path, size: Number(/^, (\d+)/.exec(given)?.[1]) });
      } else if (call === "pwrite64") {
        const [, text = "", length, offset] = /^, "([^"]*)", (\d+), (\d+)/.exec(given) ?? [];
        const bytes = decoded(text);
        if (bytes.length !== Number(length)) throw new Error(`Not understood: ${line.slice(0, 200)}`);
        events.push({ kind: "write", path, offset: Number(offset), bytes });
      } else if (/\.sqlite/.test(path)) throw new Error(`Not understood: ${line.slice(0, 200)}`);
    }
  }
  return events;
}

/** `\x41\x42`, as strace writes with `-xx`. */
function decoded(text: string): Buffer {
  return text.startsWith("\\x") ? Buffer.from(text.replaceAll("\\x", ""), "hex") : Buffer.from(text);
}
