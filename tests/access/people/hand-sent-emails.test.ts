import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Service } from "../../support/service.ts";
import { createOwner, linkFor, mailsTo, signIn, startForPeople, type Visit } from "../../support/sign-in.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("emails that members send by hand on $name", ({ create }) => {
  let service: Service;
  let database: Database;
  let owner: Visit;
  let south: Visit;

  beforeAll(async () => {
    const created = await create();
    service = await startForPeople(created);
    database = await created.open();
    const north = await createOwner(service, "north");
    owner = await signIn(service, "owner@north.example", north.host);
    south = await signIn(service, "owner@south.example", (await createOwner(service, "south")).host);
  });

  const invite = (one: Visit, email: string, more: object = {}) =>
    one.v3("POST", "members", { email, role: "staff", ...more });

  test("name an invited person shortly and without a link", async () => {
    for (const name of [
      "Win at https://prize.example",
      "Win at www.prize.example",
      "Win at prize.example/a",
      "Bob\nhttps",
      "b".repeat(101),
      " ",
    ]) {
      const { status, body } = await invite(owner, "bob@example.com", { name });
      expect([name, status, body.errors?.[0]?.field]).toEqual([name, 422, "name"]);
    }
    expect(await mailsTo(service, "bob@example.com")).toEqual([]);
  });

  test("invite in the store's name, unless that holds a link or a message", async () => {
    const names = [
      ["Maps & more", "Maps & more"],
      ["Prizes at https://prize.example", "north"],
      ["Prizes! WWW.prize.example click now", "north"],
      ["Prizes at prize.example/win", "north"],
      ["Maps.example", "Maps.example"],
      [`You have won! ${"Call us. ".repeat(12)}`, "north"],
    ];
    for (const [index, [name, shown]] of names.entries()) {
      expect((await owner.v3("PUT", "account", { name })).status).toBe(200);
      const address = `ann-${index}@example.com`;
      expect((await invite(owner, address)).status).toBe(201);
      await linkFor(service, address);
      const [mail] = await mailsTo(service, address);
      expect(mail?.subject).toBe(`You are invited to ${shown}`);
      expect(mail?.html).not.toContain("prize.example");
    }
  });

  test("count only once they are sent: a refused invitation takes nothing of the day", async () => {
    const east = await signIn(service, "owner@east.example", (await createOwner(service, "east")).host);
    const refused = [
      { email: "bob@example.com", name: "see http://x.example", role: "staff" },
      { email: "owner@east.example", role: "staff" },
    ];
    const answers = await Promise.all(
      Array.from({ length: 102 }, (_, number) => east.v3("POST", "members", refused[number % 2])),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422, 409]));
    expect((await invite(east, "bob@example.com")).status).toBe(201);
  });

  test("are limited to 100 invitations a day of a store, and to 5 to one address", async () => {
    const statuses = async (one: Visit, addresses: string[]) => {
      const answers = await Promise.all(addresses.map((address) => invite(one, address)));
      return answers.map(({ status }) => status);
    };
    const count = (all: number[], status: number) => all.filter((one) => one === status).length;
    const spellings = ["cem@b\u00fccher.example", "CEM@xn--bcher-kva.example"];
    const same = await statuses(south, [...spellings, ...spellings, ...spellings, ...spellings]);
    expect([count(same, 201), count(same, 429)]).toEqual([5, 3]);
    const others = await statuses(
      south,
      Array.from({ length: 110 }, (_, number) => `guest-${number}@example.com`),
    );
    expect([count(others, 201), count(others, 429)]).toEqual([95, 15]);
    // What was refused is no change.
    expect((await south.v3("GET", "activity?kind=member.invited")).body.total).toBe(100);
    const refused = await invite(south, "late@example.com");
    expect(refused.body.detail).toMatch(
      /^Too many invitations: a store can send 100 a day, and 5 to one address. Try again in 24 hours.$/,
    );
    expect(await mailsTo(service, "late@example.com")).toEqual([]);
    expect((await invite(owner, "late@example.com")).status).toBe(201);
  });

  test("go to the account's own address only if it is a member's", async () => {
    const tests = [
      ["mail_settings/test", {}],
      ["wordings/send_preview", { wordings: {} }],
    ] as const;
    for (const [path, body] of tests) expect((await v3(service, "POST", path, body)).status).toBe(200);
    // As earlier versions let anybody set it.
    await database.write((tx) =>
      tx.updateTable("accounts").set({ email: "stranger@example.com" }).where("is_main", "=", 1).execute(),
    );
    for (const [path, sent] of tests) {
      const { status, body } = await v3(service, "POST", path, sent);
      expect([status, body.detail]).toEqual([
        403,
        "Test emails go to members only, and the account's email address, stranger@example.com, is no member's. Send the test " +
          "while you are signed in, invite that address, or set the account's email address to a member's.",
      ]);
    }
    const { body } = await owner.v3("POST", "mail_settings/test", {});
    expect(body.mail_test.recipient).toBe("owner@north.example");
  });

  test("such as test orders and notices go to an address that is a member's", async () => {
    for (const change of [
      (account: object) => owner.v3("PUT", "account", account),
      (account: object) => v3(service, "PUT", "account", account),
    ]) {
      const { status, body } = await change({ name: "Other", email: "somebody@example.com" });
      expect([status, body.errors]).toEqual([
        422,
        [{ field: "email", message: "must be a member's address: invite it first" }],
      ]);
    }
    expect((await owner.v3("PUT", "account", { email: "OWNER@North.example" })).status).toBe(200);
    expect((await owner.v3("GET", "account")).body.account.name).not.toBe("Other");
  });
});
