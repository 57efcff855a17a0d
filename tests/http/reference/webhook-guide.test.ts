import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../support/cleanup.ts";
import { isMissing } from "../../support/installed-programs.ts";
import { type Message, secret, signedMessages } from "../../support/signed-messages.ts";

// The examples of docs/connect/verify-a-webhook.md, each run in its language where that is installed, against messages that an
// independent library has signed.

const guide = await Bun.file(join(import.meta.dir, "../../../docs/connect/verify-a-webhook.md")).text();
const example = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";

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
    test.skipIf(isMissing(command[0] ?? ""))(`in ${language} knows genuine messages from others`, async () => {
      const file = join(temporaryFolder(), `example.${language}`);
      await Bun.write(file, `${example(language)}\n${end}\n`);
      const ask = async (message: Message) => {
        const child = Bun.spawn([...command, file], { stdin: "pipe", stderr: "inherit" });
        child.stdin.write(JSON.stringify({ secret, ...message }));
        await child.stdin.end();
        return (await child.stdout.text()).trim();
      };
      const { genuine, forged, old } = signedMessages();
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
    const { genuine, forged } = signedMessages();
    for (const [name, message] of genuine) expect([name, await ask(message)]).toEqual([name, "valid"]);
    for (const [name, message] of forged) expect([name, await ask(message)]).toEqual([name, "invalid"]);
  });
});
