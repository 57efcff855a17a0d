import { afterTests } from "./cleanup.ts";

/** Where a conversation can fall silent; `message` is the end of the data. */
export type SmtpStep = "greeting" | "EHLO" | "AUTH" | "MAIL" | "RCPT" | "DATA" | "message";

const answers: Record<SmtpStep, string> = {
  greeting: "220 here",
  EHLO: "250-here\r\n250 AUTH PLAIN",
  AUTH: "235 welcome",
  MAIL: "250 OK",
  RCPT: "250 OK",
  DATA: "354 go on",
  message: "250 taken",
};

interface Conversation {
  inData: boolean;
  received: string;
}

/** A mail server, stopped after the tests, that says nothing at one step until it is told to, and leaves the connection open. */
export function startSilentSmtpServer(silentAt: SmtpStep) {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const connections = { open: 0 };
  const listener = Bun.listen<Conversation>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(socket) {
        socket.data = { inData: false, received: "" };
        connections.open++;
        answer(socket, "greeting");
      },
      data(socket, chunk) {
        const { data } = socket;
        data.received += chunk.toString("latin1");
        for (;;) {
          const ending = data.inData ? "\r\n.\r\n" : "\r\n";
          const end = data.received.indexOf(ending);
          if (end < 0) return;
          const step = data.inData ? "message" : (data.received.slice(0, 4) as SmtpStep);
          data.received = data.received.slice(end + ending.length);
          data.inData = step === "DATA";
          answer(socket, step);
        }
      },
      close: () => void connections.open--,
    },
  });
  async function answer(socket: { write(text: string): number }, step: SmtpStep) {
    if (step === silentAt) {
      reached.resolve();
      await goOn.promise;
    }
    socket.write(`${answers[step] ?? "250 OK"}\r\n`);
  }
  afterTests(async () => listener.stop(true));
  return {
    url: `smtp://shop:s3cret@127.0.0.1:${listener.port}`,
    connections,
    /** Resolves when it has first fallen silent. */
    silent: reached.promise,
    speak: goOn.resolve,
  };
}
