import { createServer } from "node:net";

/**
 * Below those that the system hands out to whoever asks for any port (from 32768 on Linux): one of those may be handed
 * out to another test between the moment it is found free and the moment it is listened on. Browsers open all of them.
 */
const first = 12_000;
const portsOfWorker = 5_000;
const slices = 4;

/** Test files that run at the same time have ports of their own. */
const slice = Number(process.env.BUN_TEST_WORKER_ID ?? 0) % slices;
let next = Math.floor(Math.random() * portsOfWorker);

/** A port of the loopback interface that nobody listens on, and that no other worker of this test run is given. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < portsOfWorker; attempt++) {
    const port = first + slice * portsOfWorker + (next++ % portsOfWorker);
    if (await isFree(port)) return port;
  }
  throw new Error("No port is free.");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** An address of the loopback interface that no other worker of this test run is given, for a server with a fixed port. */
export async function loopbackAddress(): Promise<string> {
  const port = await freePort();
  return `127.1.${port >> 8}.${port & 255}`;
}
