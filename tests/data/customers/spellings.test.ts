import { beforeAll, describe, expect, test } from "bun:test";
import { optOut } from "../../../src/delivery/announcements/opt-outs.ts";
import { ordersOfAddress } from "../../../src/delivery/orders/reading/library-orders.ts";
import { addUndeliverable, undeliverableAt } from "../../../src/messages/mail/undeliverable-addresses.ts";
import {
  canonicalEmail,
  foldedSpellingsOf,
  isSameAddress,
  loweredSpellingsOf,
  readableAddress,
  spellingsOf,
} from "../../../src/platform/email-address.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { foldAccents, foldText } from "../../../src/platform/text.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct, type Product } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

/** Pseudorandom, the same in each run: from 0 to below `below`. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe("the spellings of an address", () => {
  const random = randomNumbers(28);
  const anyOf = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  const word = () => Array.from({ length: 1 + random(6) }, () => anyOf([..."abxyzéüñøčдж例ọ̈5"])).join("");
  const domains = [
    ["bücher.example", "xn--bcher-kva.example"],
    ["пример.example", "xn--e1afmkfd.example"],
    ["例え.example", "xn--r8jz45g.example"],
    ["shop.straße.example", "shop.xn--strae-oqa.example"],
    ["plain.example", "plain.example"],
  ] as const;
  const respelled = (text: string) =>
    [...text.normalize(anyOf(["NFC", "NFD"]))]
      .map((letter) => {
        const capital = letter.toUpperCase();
        return capital.toLowerCase() === letter && random(2) === 1 ? capital : letter;
      })
      .join("");

  test("are one person, and no other is", () => {
    for (let round = 0; round < 2_000; round += 1) {
      const local = `a${word()}`;
      const domain = anyOf(domains);
      const [one, other] = [respelled(`${local}@${anyOf(domain)}`), respelled(`${local}@${anyOf(domain)}`)];
      const canonical = canonicalEmail(one);
      expect([one, canonicalEmail(other)]).toEqual([one, canonical]);
      expect(isSameAddress(one, other)).toBe(true);
      expect([canonicalEmail(canonical), canonicalEmail(readableAddress(one))]).toEqual([canonical, canonical]);
      expect(spellingsOf(one).slice(0, 1)).toEqual([canonical]);
      expect(spellingsOf(one)).toContain(other.toLowerCase().normalize(anyOf(["NFC", "NFD"])));
      expect(foldedSpellingsOf(one)).toContain(foldText(other));
      expect(isSameAddress(one, `b${one}`)).toBe(false);
    }
  });

  test("have few forms in old rows, also with capitals that SQLite does not know", () => {
    expect(spellingsOf("Ann@Example.com")).toEqual(["ann@example.com"]);
    expect(spellingsOf("solo@bücher.example")).toEqual([
      "solo@xn--bcher-kva.example",
      "solo@bücher.example",
      "solo@bu\u0308cher.example",
    ]);
    expect(loweredSpellingsOf("jörg@example.com")).toContain("jÖrg@example.com");
    expect(loweredSpellingsOf("öäüéèñ@bücher.example").length).toBeLessThan(300);
  });

  test("are compared without case by searches, for every letter and its other cases", () => {
    for (let code = 1; code < 0x11_0000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const text = `a${String.fromCodePoint(code)}`;
      const folded = foldText(text);
      const others = [text.toUpperCase(), text.toLowerCase(), folded].map(foldText);
      if (others.some((other) => other !== folded)) expect([text, ...others]).toEqual([text, folded, folded, folded]);
    }
    expect(["iẞ", "iß", "ISS"].map(foldText)).toEqual(["iss", "iss", "iss"]);
    expect(["İ", "ſ", "\u212a", "ﬁ", "ΣΑΣ"].map(foldText)).toEqual(["i", "s", "k", "fi", "σας"]);
  });

  test("are compared without case where accents do not count, for every letter, and without apostrophes of any kind", () => {
    for (let code = 1; code < 0x11_0000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const text = `a${String.fromCodePoint(code)}b`;
      const folded = foldAccents(text);
      const others = [text.toUpperCase(), text.toLowerCase()].map(foldAccents);
      if (others.some((other) => other !== folded)) expect([text, ...others]).toEqual([text, folded, folded]);
    }
    for (const mark of ["'", "’", "‘", "ʼ", "ʻ", "＇", "`", "´", ""]) {
      expect([mark, foldAccents(`D${mark}Ángelo ${mark} Rose`)]).toEqual([mark, "dangelo rose"]);
    }
  });

  test("leave apart what only looks alike", () => {
    expect(isSameAddress("straße@example.com", "strasse@example.com")).toBe(false);
    expect(isSameAddress("a@xn--bcher-kva.example", "a@bucher.example")).toBe(false);
    expect(isSameAddress("ａnn@example.com", "ann@example.com")).toBe(false);
    expect(canonicalEmail("nobody")).toBe("nobody");
  });
});

const spellings = [
  "Jörg.Solo@bücher.example",
  "jörg.solo@xn--bcher-kva.example",
  "jo\u0308rg.solo@BU\u0308CHER.example",
  "JÖRG.SOLO@XN--BCHER-KVA.EXAMPLE",
  "jörg.solo@bücher。example",
];

describe.each(databasesUnderTest)("one person in several spellings, on $name,", ({ makeStore }) => {
  let store: SharedStore;
  let map: Product;

  beforeAll(async () => {
    store = await makeStore();
    map = await makeProduct(store, { sku: "MAP" });
  });

  const order = async (email: string, fields = {}) => {
    const body = { email, send_email: false, order_items: [{ item_sku: map.sku }], ...fields };
    const answer = await v3(store, "POST", "orders", body);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.order;
  };
  const bounce = (address: string) =>
    store.db.write((tx) => {
      const bounced = { reason: "bounced" as const, response: "gone", emailId: 1, createdAt: instantNow() };
      return addUndeliverable(tx, store.accountId, { address, ...bounced });
    });
  const customer = (method: string, address: string, path = "", body?: object) =>
    v3(store, method, `customers/${encodeURIComponent(address)}${path}`, body);

  test("is one customer, and each order shows what was typed", async () => {
    const ids: number[] = [];
    for (const email of spellings) {
      const made = await order(email);
      expect(made.email).toBe(email);
      ids.unshift(made.id);
    }
    await customer("PUT", spellings[0] as string, "", { notes: "a friend" });
    for (const spelling of spellings) {
      const { body } = await customer("GET", spelling);
      expect([spelling, body.customer.orders, body.customer.notes]).toEqual([spelling, spellings.length, "a friend"]);
      const query = encodeURIComponent(spelling);
      for (const search of [`orders?email=${query}`, `orders?q=${query}`]) {
        const found = (await v3(store, "GET", search)).body.orders.map(({ id }: { id: number }) => id);
        expect([search, found]).toEqual([search, ids]);
      }
      await until("the search knows the customer", async () => {
        const { customers } = (await v3(store, "GET", `customers?q=${query}`)).body;
        return customers.length === 1 && customers[0].orders === spellings.length;
      });
      const { results } = (await v3(store, "GET", `search?q=${query}`)).body;
      expect([spelling, results.length >= spellings.length]).toEqual([spelling, true]);
    }
  });

  test("never gets the orders of a person whose address only looks alike", async () => {
    const alike = [
      ["straße@example.com", "STRAẞE@Example.com", "strasse@example.com", "ﬆrasse@example.com"],
      ["μας@example.com", "μασ@example.com"],
      // More letters than the databases can be asked about in every combination of capitals.
      ["öäüéèñ@bücher.example", "ÖäüéèÑ@BÜCHER.example", "öäÜéÈñ@xn--bcher-kva.example", "oauéèñ@bücher.example"],
    ].flat();
    const made = new Map<string, string>();
    for (const email of alike) {
      const { id, vendor_id } = await order(email, { vendor_id: `alike ${made.size}` });
      expect(vendor_id).toBe(`alike ${made.size}`);
      made.set(email, id);
    }
    for (const asked of alike) {
      const own = alike.filter((email) => isSameAddress(email, asked));
      const query = `email=${encodeURIComponent(asked)}`;
      const found = (await v3(store, "GET", `orders?${query}`)).body;
      expect([asked, found.orders.map(({ email }: { email: string }) => email).sort(), found.total]).toEqual([
        asked,
        own.toSorted(),
        own.length,
      ]);
      const csv = await (await store.api(`/api/v3/exports/orders.csv?${query}`)).text();
      const named = alike.filter((email) => csv.includes(String(made.get(email))));
      expect([asked, named]).toEqual([asked, own]);
      const links = await ordersOfAddress(store.db.scan, store.accountId, asked, {
        limit: 10,
        now: instantNow(),
      });
      expect([asked, links.map(({ email }) => email).sort()]).toEqual([asked, own.toSorted()]);
      expect((await customer("GET", asked)).body.customer.orders).toBe(own.length);
    }
  });

  test("is found with white space around the address, as when it was typed", async () => {
    await order(" spaced@example.com ");
    await bounce("spaced@example.com");
    const asked = "%20Spaced@example.com%20";
    expect((await v3(store, "GET", `orders?email=${asked}`)).body.total).toBe(1);
    for (const path of ["", "/export"]) {
      const answer = await v3(store, "GET", `customers/${asked}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    const renamed = await v3(store, "PUT", `customers/${asked}`, { notes: "x", email: " SPACED@example.com" });
    expect(renamed.body.customer).toMatchObject({ email: "SPACED@example.com", orders: 1, notes: "x" });
    expect((await v3(store, "GET", `undeliverable_addresses?email=${asked}`)).body.total).toBe(1);
    expect((await v3(store, "DELETE", `undeliverable_addresses/${asked}`)).status).toBe(204);
    expect((await v3(store, "POST", `customers/${asked}/resend`)).status).toBe(200);
    expect((await v3(store, "DELETE", `customers/${asked}`)).status).toBe(204);
    expect((await v3(store, "GET", "customers/spaced@example.com")).status).toBe(404);
  });

  test("is found by a name in any case, also of letters whose capital has capitals of its own", async () => {
    const letters = ["iẞ", "iß", "ISS", "İx", "ſx", "\u212ax", "ﬁx"];
    for (const [n, stored] of letters.entries()) {
      const name = { first_name: `Fold${n}${stored}`, last_name: "" };
      const { id } = await order(`fold${n}@example.com`, name);
      for (const asked of new Set([stored, stored.toLowerCase(), stored.toUpperCase()])) {
        const query = encodeURIComponent(`Fold${n}${asked}`);
        expect([stored, asked, (await v3(store, "GET", `orders?q=${query}`)).body.total]).toEqual([stored, asked, 1]);
        await until(`the search finds ${stored} by ${asked}`, async () => {
          const { results } = (await v3(store, "GET", `search?q=${query}`)).body;
          return results.some((result: { type: string; id: number }) => result.type === "order" && result.id === id);
        });
      }
    }
  });

  test("counts as one for rules, in whatever spelling the domain was entered", async () => {
    const rules = { many_orders: { more_than: 2, hours: 24 }, email_domains: ["@Gefährlich.example"] };
    const changed = await v3(store, "PUT", "account", { hold_rules: rules });
    expect(changed.body.account.hold_rules.email_domains).toEqual(["xn--gefhrlich-x2a.example"]);
    const held = async (email: string) => (await order(email)).held_by;
    expect(await held("many@bücher.example")).toEqual([]);
    expect(await held("MANY@xn--bcher-kva.example")).toEqual([]);
    expect(await held("many@bu\u0308cher.example")).toEqual(["many_orders"]);
    expect(await held("one@gefährlich.example")).toEqual(["email_domains"]);
    expect(await held("two@mail.xn--gefhrlich-x2a.example")).toEqual(["email_domains"]);
    await v3(store, "PUT", "account", { hold_rules: null });
  });

  test("gets no emails under any spelling once one has come back, and is exported and erased with all", async () => {
    const [typed = "", ...others] = spellings;
    const { accountId, db } = store;
    await bounce(typed);
    await db.write(async (tx) => {
      await optOut(tx, accountId, typed, instantNow());
      // As an earlier version kept it.
      await tx
        .insertInto("customer_notes")
        .values({ account_id: accountId, email: "old@bücher.example", notes: "from before" })
        .execute();
    });
    for (const other of others)
      expect(await undeliverableAt(db.read, accountId, other)).toMatchObject({ reason: "bounced" });
    expect((await customer("GET", "OLD@xn--bcher-kva.example")).body.customer.notes).toBe("from before");
    for (const spelling of spellings) {
      const { body } = await customer("GET", spelling, "/export");
      expect(body.orders).toHaveLength(spellings.length);
      expect(body.undeliverable_addresses).toHaveLength(1);
    }
    expect((await customer("DELETE", others[0] as string)).status).toBe(204);
    for (const spelling of spellings) expect((await customer("GET", spelling)).status).toBe(404);
    expect(await undeliverableAt(db.read, accountId, typed)).toBeNull();
    const kept = await db.read.selectFrom("orders").select("email").where("account_id", "=", accountId).execute();
    expect(kept.filter(({ email }) => isSameAddress(email, typed))).toEqual([]);
    const outs = db.read.selectFrom("update_opt_outs").select("email").where("account_id", "=", accountId);
    expect(await outs.execute()).toEqual([]);
  });
});
