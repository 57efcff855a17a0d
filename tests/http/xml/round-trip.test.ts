import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { withoutInvisible } from "../../../src/platform/text.ts";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { ask, child, itemXml, makeItem, read, textOf, type Xml } from "../../support/xml.ts";

const forms = { "content-type": "application/x-www-form-urlencoded" };
const printable = /^[^\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]*$/u;

/** Anything that a name may hold: all scripts, markup, spaces at its edges. */
const text = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."<>&\"' ]/;#x%+=[]?é📦"), maxLength: 60 }),
  )
  .filter((one) => printable.test(one) && one.length <= 255);

/** Not the start of 1970, which stands for none in a new order. */
const instant = fc
  .integer({ min: 1, max: Date.UTC(9998, 0, 1) / 1000 })
  .map((seconds) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`);

const order = fc.record(
  {
    title: text,
    first_name: text,
    last_name: text,
    expiration_date: instant,
    download_limit: fc.integer({ min: 0, max: 2_147_483_647 }).map(String),
  },
  { requiredKeys: [] },
);

const lines = fc.array(
  fc.record({ sku: fc.constantFrom("A", "B & <b>"), downloads_remaining: fc.option(fc.nat(9).map(String)) }),
  { minLength: 1, maxLength: 4 },
);

type Line = { sku: string; downloads_remaining: string | null };

/** Ways of writing the same text that XML has. */
const writers: ((text: string) => string)[] = [
  (one) => one.replace(/[<&>]/g, (character) => `&#${character.codePointAt(0)};`),
  (one) => Bun.escapeHTML(one).replaceAll("&#x27;", "&apos;"),
  (one) => [...one].map((character) => `&#x${character.codePointAt(0)?.toString(16)};`).join(""),
  (one) => `<![CDATA[${one.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`,
];

const fieldsOf = (line: Line) => Object.entries(line).filter((field): field is [string, string] => field[1] !== null);

function asXml(fields: [string, string][], items: Line[], write: (text: string) => string, space: string): string {
  const tag = ([name, value]: [string, string]) => `${space}<${name}>${write(value)}</${name}>`;
  const orderItems = items.map((item) => `${space}<order_item>${fieldsOf(item).map(tag).join("")}</order_item>`);
  return `<order>${fields.map(tag).join("")}${space}<order_items type="array">${orderItems.join("")}</order_items></order>`;
}

function asForm(fields: [string, string][], items: Line[]): string {
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(`order[${name}]`, value);
  for (const item of items)
    for (const [name, value] of fieldsOf(item)) form.append(`order[order_items][][${name}]`, value);
  return form.toString();
}

/** What does not differ from one order to the next. */
function comparable(order: Xml, ignored: string[]): unknown {
  const names = ["id", "order_id", "guid", "link", "created_at", ...ignored];
  return {
    ...order,
    children: order.children.filter(({ name }) => !names.includes(name)).map((one) => comparable(one, [])),
  };
}

describe.each(anyDatabase)("on $name, whatever an order holds", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "B & <b>"]) await makeItem(service, sku);
  });

  const fixed: [string, string][] = [
    ["email", "ann@example.com"],
    ["send_email", "false"],
  ];
  const shuffled = order.chain((fields) => {
    const entries = [...fixed, ...(Object.entries(fields) as [string, string][])];
    return fc.shuffledSubarray(entries, { minLength: entries.length });
  });

  test("is read back as it was sent, whichever way XML writes it", async () => {
    const property = fc.asyncProperty(
      shuffled,
      lines,
      fc.constantFrom(...writers),
      fc.constantFrom("", "\n\t"),
      async (fields, items, write, space) => {
        const made = await ask(service, "POST", "/api/orders", asXml(fields, items, write, space));
        expect(made.status).toBe(201);
        const back = await read(service, `/api/orders/${textOf(made.root, "id")}`);
        for (const [name, value] of fields.filter(([name]) => name !== "send_email"))
          expect(textOf(back, name)).toBe(value);
        const skus = child(back, "order_items").children.map((item) => textOf(item, "sku"));
        expect(skus).toEqual([...new Set(items.map(({ sku }) => sku))]);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test("is the same in XML and in a form", async () => {
    const property = fc.asyncProperty(shuffled, lines, async (fields, items) => {
      const xml = await ask(
        service,
        "POST",
        "/api/orders",
        asXml(fields, items, writers[0] as (text: string) => string, ""),
      );
      const form = await ask(service, "POST", "/api/orders", asForm(fields, items), { headers: forms });
      expect([xml.status, form.status]).toEqual([201, 201]);
      const ignored = fields.some(([name]) => name === "expiration_date") ? [] : ["expiration_date"];
      expect(comparable(form.root, ignored)).toEqual(comparable(xml.root, ignored));
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test("and whatever a SKU and a name hold, an item is read back as it was sent", async () => {
    const visible = text.filter((one) => one.trim() !== "");
    const identifier = visible.filter((one) => withoutInvisible(one) === one);
    const property = fc.asyncProperty(identifier, visible, async (sku, name) => {
      const made = await ask(service, "POST", "/api/items", itemXml(sku, name));
      expect(made.status).toBe(201);
      const path = `/api/items/${encodeURIComponent(sku)}.xml`;
      const back = await read(service, path);
      expect([textOf(back, "sku"), textOf(back, "name")]).toEqual([sku, name]);
      expect((await ask(service, "DELETE", path)).status).toBe(200);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("and whatever bytes come, the answer is a document and never a failure of the service", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .string({ unit: fc.constantFrom(..."<>/&;!-[]?\"'= ordeimsku\u0000\ufeff"), maxLength: 200 })
        .map((one) => Buffer.from(one)),
    );
    const types = fc.constantFrom("application/xml", "application/x-www-form-urlencoded", "text/xml; charset=utf-16");
    const property = fc.asyncProperty(bytes, types, async (body, type) => {
      const { status } = await ask(service, "POST", "/api/orders", new Uint8Array(body), {
        headers: { "content-type": type },
      });
      expect([400, 422]).toContain(status);
    });
    await fc.assert(property, { numRuns: 150 });
  });
});
