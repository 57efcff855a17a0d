import { expect, test } from "bun:test";
import { type CommandResult, runCommand } from "../support/commands.ts";
import { databasesUnderTest, temporaryFolder } from "../support/databases.ts";
import { freePort } from "../support/ports.ts";
import { runWaybill } from "../support/service.ts";
import { createSqlite, type Installation } from "../support/sqlite.ts";

/** What a process of its own answers, and the tests' process too: most tests of commands use that (support/commands.ts). */
async function answerOf(words: string[], settings: Record<string, string>): Promise<CommandResult> {
  const answer = await runWaybill(words, settings, settings.WAYBILL_DATA ?? "");
  expect(await runCommand(words, settings)).toEqual(answer);
  return answer;
}

const settingsOf = ({ folder, setting }: Installation) => ({ WAYBILL_DATA: folder, WAYBILL_DATABASE: setting });

const from = ["--from", "ftp://ann.example.com", "--key", "k", "--token", "t"];

test("a command does the same in a process of its own: what it prints and what it refuses", async () => {
  const settings = settingsOf(await createSqlite());
  expect(await answerOf(["account", "list", "--json"], settings)).toMatchObject({ status: 0, stderr: "" });
  expect((await answerOf(["doctor", "--help"], settings)).stdout).toStartWith("Usage: waybill doctor");
  for (const [words, sentence] of [
    [["import", "fetchapp", "--account", "demo", ...from], "--from must be"],
    [["keys", "import", "NONE", "-", "--account", "demo"], "There is no item with the SKU NONE."],
    [["replace-lost-secret"], "The secret is not lost"],
    [["mailbox", "show", "77"], "There is no message 77"],
    [["item", "add"], "--account <handle> is missing."],
  ] as const) {
    const { status, stderr } = await answerOf([...words], settings);
    expect([words, status, stderr]).toEqual([words, 1, expect.stringContaining(sentence)]);
  }
});

test("the downloads are divided by a process of its own", async () => {
  for (const { name, create } of databasesUnderTest) {
    const { status, stderr } = await answerOf(["partition-downloads"], settingsOf(await create()));
    expect([name, status, stderr === ""]).toEqual(name === "sqlite" ? [name, 1, false] : [name, 0, true]);
  }
});

test("a status that is not 0 although the command has run to its end is the same, and not kept", async () => {
  const folder = temporaryFolder();
  const database = `postgres://waybill:geheim@127.0.0.1:${await freePort()}/waybill`;
  const answer = await answerOf(["doctor"], { WAYBILL_DATA: folder, WAYBILL_DATABASE: database });
  expect([answer.status, answer.stderr]).toEqual([1, ""]);
  expect(answer.stdout).toMatch(/^problem {2}database /m);
  expect((await answerOf(["--version"], { WAYBILL_DATA: folder })).status).toBe(0);
});
