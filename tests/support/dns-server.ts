import { createSocket } from "node:dgram";
import { afterTests } from "./cleanup.ts";

type Type = "A" | "CNAME" | "TXT";

const numbers: Record<Type, number> = { A: 1, CNAME: 5, TXT: 16 };

type Records = Partial<Record<Type, string>>;

interface DnsServer {
  /** For `WAYBILL_RESOLVERS`. */
  address: string;
  /** What the name is answered with from now on, in place of everything before. */
  set(name: string, records: Records): void;
  /** How often these records of the name were asked for. */
  asked(name: string, type: Type): number;
  /** Does this when they were asked for, once the answer is made. */
  onceAsked(name: string, type: Type, action: () => void): void;
}

/** A name server on loopback; a name without records does not exist. */
export async function startDnsServer(): Promise<DnsServer> {
  const names = new Map<string, Records>();
  const questions: string[] = [];
  const actions = new Map<string, () => void>();
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const question = readQuestion(message);
    socket.send(answerTo(message, question, names), port, address);
    const key = `${question.name} ${question.type}`;
    questions.push(key);
    actions.get(key)?.();
    actions.delete(key);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  afterTests(async () => void socket.close());
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, records) => void names.set(name, records),
    asked: (name, type) => questions.filter((question) => question === `${name} ${numbers[type]}`).length,
    onceAsked: (name, type, action) => void actions.set(`${name} ${numbers[type]}`, action),
  };
}

interface Question {
  name: string;
  /** The number of the record type. */
  type: number;
  /** Where it ends in the query, in bytes. */
  end: number;
}

function readQuestion(query: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(query: Buffer, { name, type: asked, end }: Question, names: Map<string, Records>): Buffer {
  const records = names.get(name) ?? {};
  const answers = Object.entries(records)
    .filter(([type]) => numbers[type as Type] === asked)
    .map(([type, value]) => record(type as Type, value));
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(Object.keys(records).length > 0 ? 0x8580 : 0x8583, 2);
  header.writeUInt16BE(answers.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, query.subarray(12, end), ...answers]);
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
  // A string of a TXT record has at most 255 bytes (RFC 1035 section 3.3).
  const parts = type === "TXT" ? (value.match(/.{1,255}/g) ?? [""]) : [...value.split("."), ""];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}
