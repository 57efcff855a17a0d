import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterTests } from "./cleanup.ts";
import { freePort } from "./ports.ts";

/** A message that the server has taken. */
interface ReceivedMail {
  raw: string;
  from: string;
  to: string[];
  /** Whether the conversation was encrypted. */
  secure: boolean;
  /** Who signed in, or null. */
  user: string | null;
  /** Connection that it came over. */
  connection: string;
}

/** What the server answers where it does not say OK, for example `451 4.2.0 Try later`; null means OK. */
export interface SmtpAnswers {
  greeting?(): string | null;
  sender?(address: string): string | null;
  recipient?(address: string): string | null;
  /** After the message's final dot; `hang up` drops the connection without an answer. */
  data?(raw: string): string | null | Promise<string | null>;
}

export interface TestSmtpServer {
  port: number;
  received: ReceivedMail[];
  /** Address for WAYBILL_SMTP; the server's certificate is trusted through it. */
  url(credentials?: string): string;
  stop(): Promise<void>;
}

interface SmtpOptions {
  /** Of loopback; 127.0.0.1 unless given. */
  address?: string;
  port?: number;
  credentials?: string;
  answers?: SmtpAnswers;
  /** `tls`: from the start. */
  encryption?: "none" | "tls";
  /** In place of that of the tests. */
  certificate?: { key: string; cert: string };
  smtpUtf8?: false;
}

/** Starts a real SMTP server with STARTTLS on loopback, on a free port unless one is given; stopped after the tests. */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const { answers = {}, credentials, port = await freePort(), address = "127.0.0.1" } = options;
  const server = new SMTPServer({
    key: testKey,
    cert: testCertificate,
    ...options.certificate,
    secure: options.encryption === "tls",
    disableReverseLookup: true,
    authOptional: credentials === undefined,
    closeTimeout: 100,
    hideSMTPUTF8: options.smtpUtf8 === false,
    ...(options.encryption === "none" ? { disabledCommands: ["STARTTLS"], allowInsecureAuth: true } : {}),
    ...handlers(answers, credentials, received, () => {
      for (const connection of server.connections) connection.close();
    }),
  });
  server.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, address, resolve);
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= new Promise<void>((resolve) => server.close(() => resolve()));
    return stopping;
  };
  afterTests(stop);
  return { port, received, url: (user) => smtpAddress(port, user), stop };
}

/** The address of a test server at `port`, also while none is running there. */
export function smtpAddress(port: number, credentials?: string): string {
  const user = credentials ? `${credentials}@` : "";
  return `smtp://${user}127.0.0.1:${port}?tls.ca=${encodeURIComponent(testCertificate)}`;
}

function handlers(
  answers: SmtpAnswers,
  credentials: string | undefined,
  received: ReceivedMail[],
  hangUp: () => void,
): SMTPServerOptions {
  return {
    onConnect: (_session, done) => done(refusal(answers.greeting?.())),
    onAuth({ username, password }, _session, done) {
      const right = `${username}:${password}` === credentials;
      if (right) done(null, { user: username });
      else done(refusal("535 5.7.8 Wrong user or password"));
    },
    onMailFrom: ({ address }, _session, done) => done(refusal(answers.sender?.(address))),
    onRcptTo: ({ address }, _session, done) => done(refusal(answers.recipient?.(address))),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString();
        const answer = await answers.data?.(raw);
        if (answer === "hang up") return hangUp();
        if (answer) return done(refusal(answer));
        received.push({
          raw,
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: (session.user as string | undefined) ?? null,
          connection: session.id,
        });
        done(null, "2.0.0 OK taken");
      });
    },
  };
}

/** `451 4.2.0 Try later` as the server library takes it. */
function refusal(answer: string | null | undefined): Error | null {
  if (!answer) return null;
  const [code = "", ...words] = answer.split(" ");
  return Object.assign(new Error(words.join(" ")), { responseCode: Number(code) });
}

// Of these tests alone: for localhost and 127.0.0.1, valid until 2126.
const testKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvx7XCkqcur2XtTiI
Dy7AvumLoLApP8xJp+jzxJiN0IahRANCAASAxyRyNRv568evH46uTdvHesRueEGW
KDqRIOvvdf44wV0or+HbVVZq3J6WTmcIgzpkEzbs3LM3OGS/JqTfaKdI
-----END PRIVATE KEY-----`;

const testCertificate = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUB89FSDII6/Gq2WbEzhbiYHntUsIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIzMTQ0N1oYDzIxMjYxMDI3
MjMxNDQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASAxyRyNRv568evH46uTdvHesRueEGWKDqRIOvvdf44wV0or+HbVVZq
3J6WTmcIgzpkEzbs3LM3OGS/JqTfaKdIo28wbTAdBgNVHQ4EFgQUNWl0a8A1txHY
JFYP5784ukh3SyQwHwYDVR0jBBgwFoAUNWl0a8A1txHYJFYP5784ukh3SyQwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAOq6CEJgHisSKXbbjt8vrSjbLtOj6oDdTElt9oPBuzFpAiEA
tvX6iHb7piPYBOrbbTu0n3dlnMqAbsZA+7Pr9WVo614=
-----END CERTIFICATE-----`;
