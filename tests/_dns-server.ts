import { createSocket } from "node:dgram";
import { afterTests } from "./_cleanup.ts";

type Type = "A" | "CNAME" | "TXT";

const numbers: Record<Type, number> = { A: 1, CNAME: 5, TXT: 16 };

interface DnsServer {
  /** For `WAYBILL_RESOLVERS`. */
  address: string;
  /** What the name is answered with from now on, in place of everything before. */
  set(name: string, records: Partial<Record<Type, string>>): void;
}

/** A name server on loopback; a name without records does not exist. */
export async function startDnsServer(): Promise<DnsServer> {
  const names = new Map<string, Partial<Record<Type, string>>>();
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => socket.send(answerTo(message, names), port, address));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  afterTests(async () => void socket.close());
  return { address: `127.0.0.1:${socket.address().port}`, set: (name, records) => void names.set(name, records) };
}

function answerTo(query: Buffer, names: Map<string, Partial<Record<Type, string>>>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += length + 1;
  }
  const question = query.subarray(12, at + 5);
  const asked = query.readUInt16BE(at + 1);
  const records = names.get(labels.join(".").toLowerCase()) ?? {};
  const answers = Object.entries(records)
    .filter(([type]) => numbers[type as Type] === asked)
    .map(([type, value]) => record(type as Type, value));
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(Object.keys(records).length > 0 ? 0x8580 : 0x8583, 2);
  header.writeUInt16BE(answers.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question, ...answers]);
}

function record(type: Type, value: string): Buffer {
  const data = dataOf(type, value);
  const head = Buffer.alloc(12);
  // The name is the question's.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(numbers[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function dataOf(type: Type, value: string): Buffer {
  if (type === "A") return Buffer.from(value.split(".").map(Number));
  const parts = type === "TXT" ? [value] : [...value.split("."), ""];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}
