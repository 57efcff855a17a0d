import { connect } from "node:net";

/** Milliseconds for an answer: each of these requests is answered or cut off, however busy the machine is. */
const patience = 60_000;

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  status: number;
  head: string;
  body: string;
}

/** Sends these bytes as they are (text as Latin-1) and returns the first answer. */
export function sendRaw(port: number, bytes: string | Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () =>
      socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes),
    );
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(readAnswer(received));
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`Nothing was answered to ${String(bytes).slice(0, 200)}`));
    }, patience);
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (isWhole(received)) end();
    });
    socket.on("error", end);
    socket.on("close", end);
  });
}

function isWhole(received: string): boolean {
  const { head, body } = readAnswer(received);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  return head !== "" && (length === undefined || body.length >= Number(length));
}

function readAnswer(received: string): RawAnswer {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return { status: 0, head: "", body: "" };
  const head = received.slice(0, end);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: received.slice(end + 4) };
}
