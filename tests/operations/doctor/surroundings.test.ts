import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { examineAddress } from "../../../src/operations/doctor/address.ts";
import type { Account } from "../../../src/store/accounts/accounts.ts";
import { selfSignedCertificate } from "../../support/certificates.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { about, examineWith } from "../../support/examination.ts";
import { freePort } from "../../support/ports.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";

test("all settings that cannot be used are named at once, and nothing is judged by their defaults", async () => {
  const folder = temporaryFolder();
  const report = await examineWith(
    { folder, setting: "mysql://somewhere" },
    { WAYBILL_PORT: "25x", WAYBILL_LOG: "loud", WAYBILL_SMPT: "smtp://mail.example.com" },
  );
  expect(report.exit).toBe(1);
  const summaries = about(report, "settings").map(({ summary }) => summary.slice(0, summary.search(/[: ]/)));
  expect(summaries.toSorted()).toEqual(["WAYBILL_DATABASE", "WAYBILL_LOG", "WAYBILL_PORT", "WAYBILL_SMPT"]);
  expect(about(report, "database")).toEqual([
    {
      check: "database",
      status: "warning",
      summary: "Not checked, because WAYBILL_DATABASE cannot be used.",
      advice: "Change WAYBILL_DATABASE first.",
    },
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

describe("the mail server", () => {
  const mailOf = async (smtp: string) => {
    const environment = { WAYBILL_SMTP: smtp, WAYBILL_MAIL_FROM: "downloads@shop.example" };
    return about(await examineWith({ folder: temporaryFolder(), setting: "sqlite:" }, environment), "mail");
  };

  test("is signed in to, encrypted, and gets no message", async () => {
    const server = await startSmtpServer({ credentials: "ada:lovelace" });
    expect(await mailOf(server.url("ada:lovelace"))).toMatchObject([
      { status: "ok", summary: "The mail server 127.0.0.1 answers and lets Waybill sign in." },
    ]);
    const [wrong] = await mailOf(server.url("ada:byron"));
    expect(wrong?.status).toBe("problem");
    expect(wrong?.summary).toContain("Wrong user or password");
    expect(wrong?.summary).not.toContain("byron");
    expect(server.received).toEqual([]);
  });

  test("that does not answer, or refuses everybody, is a problem", async () => {
    const [gone] = await mailOf(`smtp://127.0.0.1:${await freePort()}`);
    expect(gone?.status).toBe("problem");
    const closed = await startSmtpServer({ answers: { greeting: () => "554 5.3.2 Closed today" } });
    const [refused] = await mailOf(closed.url());
    expect(refused?.summary).toContain("Closed today");
  });

  test("on this machine may do without encryption", async () => {
    const server = await startSmtpServer({ encryption: "none" });
    expect(await mailOf(server.url())).toMatchObject([{ status: "ok" }]);
  });
});

test("a public address is looked up and visited", async () => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("ok") });
  const address = async (url: string) =>
    about(await examineWith({ folder: temporaryFolder(), setting: "sqlite:" }, { WAYBILL_URL: url }), "address");
  const unknown = await address("https://waybill.invalid");
  expect(unknown).toMatchObject([{ status: "problem" }]);
  expect(unknown[0]?.summary).toContain("waybill.invalid has no address");
  const unencrypted = await address(`http://0.0.0.0:${server.port}`);
  expect(unencrypted.map(({ status }) => status)).toEqual(["warning", "ok"]);
  await server.stop(true);
  const secure = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: await selfSignedCertificate("other.example"),
    fetch: () => new Response("ok"),
  });
  const uncertified = await address(`https://0.0.0.0:${secure.port}`);
  expect(uncertified).toMatchObject([
    { status: "problem", summary: expect.stringContaining("refuse the certificate") },
  ]);
  await secure.stop(true);
});

test("of many addresses of accounts, it says how many were not tried", async () => {
  await using server = Bun.serve({ port: 0, hostname: "0.0.0.0", fetch: () => new Response("ok") });
  const accounts = Array.from({ length: 25 }, (_, n) => ({ handle: `a${n}`, customDomain: `127.0.0.${n + 2}` }));
  const url = new URL(`http://0.0.0.0:${server.port}`);
  const summaries = async (some: typeof accounts) =>
    (await examineAddress(url, some as unknown as Account[])).slice(1).map(({ summary }) => summary);
  const all = await summaries(accounts);
  expect(all).toHaveLength(21);
  expect(all.at(-1)).toStartWith(`20 addresses were tried, but not http://127.0.0.21:${server.port} and 5 more.`);
  expect((await summaries(accounts.slice(0, 20))).at(-1)).toContain(`not http://127.0.0.21:${server.port}. `);
  expect((await summaries(accounts.slice(0, 19))).at(-1)).toContain("answers");
});
