import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { temporaryFolder } from "./_cleanup.ts";

// The examples of docs/guides/verify-a-webhook.md, each run in its language where that is installed, against messages that an
// independent library has signed.

const guide = await Bun.file(join(import.meta.dir, "../docs/guides/verify-a-webhook.md")).text();
const example = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

/** A message as it arrives: its headers in lower case, and its body. */
interface Message {
  headers: Record<string, string>;
  body: string;
}

function signed({ by = [secret], at = new Date() } = {}): Message {
  const body = JSON.stringify({ type: "order.created", data: { first_name: "Zoë" } });
  const signatures = by.map((one) => new Webhook(one).sign("msg_1", at, body));
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    body,
    headers: { "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") },
  };
}

const genuine: [string, Message][] = [
  ["with one signature", signed()],
  ["with two, of which it knows the second", signed({ by: [other, secret] })],
];
const changed = signed();
const forged: [string, Message][] = [
  ["of another secret", signed({ by: [other] })],
  ["with another body", { ...changed, body: `${changed.body} ` }],
  ["with another ID", { ...changed, headers: { ...changed.headers, "webhook-id": "msg_2" } }],
  ["without a signature", { ...changed, headers: { ...changed.headers, "webhook-signature": "" } }],
];
const old: [string, Message] = ["of an hour ago", signed({ at: new Date(Date.now() - 3_600_000) })];

/** What follows each example: a program that reads `{secret, headers, body}` and prints whether the message is genuine. */
const languages = [
  {
    language: "ts",
    command: [process.execPath],
    end: 'const { secret, headers, body } = await Bun.stdin.json();\nconsole.log(verifyWebhook(secret, new Headers(headers), body) ? "valid" : "invalid");',
  },
  {
    language: "php",
    command: ["php"],
    end: '$m = json_decode(file_get_contents("php://stdin"), true);\necho verify_webhook($m["secret"], $m["headers"], $m["body"]) ? "valid" : "invalid";',
  },
  {
    language: "python",
    command: ["python3"],
    end: 'import json, sys\nm = json.load(sys.stdin)\nprint("valid" if verify_webhook(m["secret"], m["headers"], m["body"].encode()) else "invalid")',
  },
];

describe("the guide's example", () => {
  for (const { language, command, end } of languages) {
    test.skipIf(!Bun.which(command[0] ?? ""))(`in ${language} knows genuine messages from others`, async () => {
      const file = join(temporaryFolder(), `example.${language}`);
      await Bun.write(file, `${example(language)}\n${end}\n`);
      const ask = async (message: Message) => {
        const child = Bun.spawn([...command, file], { stdin: "pipe", stderr: "inherit" });
        child.stdin.write(JSON.stringify({ secret, ...message }));
        await child.stdin.end();
        return (await child.stdout.text()).trim();
      };
      for (const [name, message] of genuine) expect([name, await ask(message)]).toEqual([name, "valid"]);
      for (const [name, message] of [...forged, old]) expect([name, await ask(message)]).toEqual([name, "invalid"]);
    });
  }

  test("in shell knows genuine messages from others", async () => {
    const cwd = temporaryFolder();
    const ask = async ({ headers, body }: Message) => {
      await Bun.write(join(cwd, "body.json"), body);
      const env = {
        PATH: process.env.PATH ?? "",
        WEBHOOK_SECRET: secret,
        WEBHOOK_ID: headers["webhook-id"] ?? "",
        WEBHOOK_TIMESTAMP: headers["webhook-timestamp"] ?? "",
        WEBHOOK_SIGNATURE: headers["webhook-signature"] ?? "",
      };
      const child = Bun.spawn(["sh", "-c", example("sh")], { cwd, env, stderr: "inherit" });
      return (await child.stdout.text()).trim();
    };
    for (const [name, message] of genuine) expect([name, await ask(message)]).toEqual([name, "valid"]);
    for (const [name, message] of forged) expect([name, await ask(message)]).toEqual([name, "invalid"]);
  });

  test("in PHP takes the steps of the standard", () => {
    // Looked at in the text, because PHP is rarely installed where tests run.
    for (const step of ['"$id.$timestamp.$body"', "base64_decode", "hash_equals", "true)"])
      expect(example("php")).toContain(step);
  });
});
