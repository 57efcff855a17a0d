import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyDatabase } from "../support/databases.ts";
import { type ServiceProcess, startProcess } from "../support/service.ts";
import { xmlHeaders } from "../support/store.ts";
import { makeItem, orderXml } from "../support/xml.ts";
import { holdsUp, isRefusal } from "./_rules.ts";

const mebibyte = 1_048_576;
const known = orderXml(["A"], "<email>ann@example.com</email><send_email>false</send_email>");
const unknown = known.replace(">A<", ">NONE<");

const name = fc.constantFrom("order", "order_items", "order_item", "sku", "a", "x:nil", "é", "type");
const space = fc.constantFrom(" ", "\n", "\t\t", "\r\n");
const aside = fc.constantFrom("<!-- c -->", "<!---->", "<!--->-->", "<?pi x?>", '<?pi <!DOCTYPE a ["?>');

/** What may stand between the tags of a document, well-formed or not. */
const piece = fc.oneof(
  aside,
  name.map((one) => `<${one}/>`),
  name.map((one) => `<${one}>`),
  name.map((one) => `</${one}>`),
  fc.tuple(name, name).map(([one, other]) => `<${one} ${other}="array" nil='1'/>`),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("&amp;", "&x;", "&#0;", "&#x41;", "<![CDATA[", "]]>", "<!", "<?", "--", "=", '"', "\0", "\ufeff"),
);

/** A document type declaration that says more than a name. */
const declaration = fc
  .tuple(
    fc.array(fc.oneof(space, aside), { maxLength: 4 }),
    space,
    fc.constantFrom("order", "z", "a:b", "é"),
    fc.constantFrom(
      "[]",
      " [ ]",
      ' SYSTEM "x"',
      " PUBLIC '-//x' 'y'",
      ' [<!ATTLIST sku type CDATA "array">]',
      ' [<!ENTITY e "e">]',
      ' SYSTEM "x" [<!ENTITY % p "q"> %p;]',
      " [<!ELEMENT order ANY><!-- ]> -->]",
      ' [<!NOTATION n SYSTEM "n">]',
    ),
  )
  .map(([before, gap, root, more]) => `${before.join("")}<!DOCTYPE${gap}${root}${more}>`);

describe.each(anyDatabase)("on $name, XML made up by a stranger", ({ create }) => {
  let service: ServiceProcess;
  const send = (body: string) => service.api("/api/orders", { method: "POST", headers: xmlHeaders, body });
  const refuses = (body: fc.Arbitrary<string>, numRuns: number) =>
    fc.assert(
      fc.asyncProperty(body, async (xml) => isRefusal(await send(xml))),
      { numRuns },
    );

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    await makeItem(service, "A");
  });

  test("of any pieces in any order is refused", async () => {
    const pieces = fc.array(piece, { maxLength: 30 }).map((some) => some.join(""));
    const around = pieces.map((inside) => `<order>${inside}</order>`);
    await holdsUp(service, { largestInput: 1_000 }, () => refuses(fc.oneof(pieces, around), 300));
  });

  test("that was an order before pieces were put into it is refused", async () => {
    const broken = fc.tuple(fc.nat(unknown.length), piece, fc.nat(20));
    const changed = broken.map(([at, inserted, cut]) => unknown.slice(0, at) + inserted + unknown.slice(at + cut));
    await holdsUp(service, { largestInput: 1_000 }, () => refuses(changed, 300));
  });

  test("that declares anything is refused, wherever the declaration hides", async () => {
    await holdsUp(service, { largestInput: 1_000 }, () =>
      fc.assert(
        fc.asyncProperty(declaration, async (before) => {
          const response = await send(before + known);
          expect({ before, status: response.status }).toEqual({ before, status: 400 });
          expect(await response.text()).toContain("must not contain declarations");
        }),
        { numRuns: 150 },
      ),
    );
  });

  test("of a megabyte of the same few pieces is refused before it costs anything", async () => {
    const unit = fc.array(piece, { minLength: 1, maxLength: 5 }).map((some) => some.join("") || " ");
    const fill = (one: string) => `<order>${one.repeat((mebibyte - 100) / Buffer.byteLength(one))}`;
    await holdsUp(service, { largestInput: mebibyte }, () =>
      fc.assert(
        fc.asyncProperty(unit, async (one) => isRefusal(await send(fill(one)))),
        { numRuns: 40 },
      ),
    );
  });

  test.each([
    ["a megabyte of empty elements", `<order>${"<a/>".repeat(262_000)}</order>`],
    ["14 levels again and again", `<order>${("<a>".repeat(14) + "</a>".repeat(14)).repeat(10_600)}</order>`],
    [
      "as many different elements as are taken",
      `<x>${Array.from({ length: 15_900 }, (_, n) => `<a${n}/>`).join("")}</x>`,
    ],
    ["as many different attributes", `<x ${Array.from({ length: 9_900 }, (_, n) => `a${n}=""`).join(" ")}/>`],
    ["only openings", "<".repeat(mebibyte)],
    ["only ends", "</".repeat(mebibyte / 2)],
    ["a comment without an end", `<!--${" ".repeat(mebibyte - 4)}`],
    ["instructions without an end", "<?a ".repeat(mebibyte / 4)],
    ["white space", " ".repeat(mebibyte)],
    ["text", `<order>${"x".repeat(mebibyte - 15)}</order>`],
    ["references", `<order>${"&amp;".repeat(200_000)}</order>`],
    [
      "default values for attributes, 12,000 times 150,000",
      `<!DOCTYPE order [<!ATTLIST z${Array.from({ length: 12_000 }, (_, n) => ` a${n} CDATA "x"`).join("")}>]><order>${"<z/>".repeat(150_000)}</order>`,
    ],
  ])("%s is refused while others are answered", async (_, body) => {
    await holdsUp(service, { largestInput: mebibyte }, async () => isRefusal(await send(body)));
  });

  test("that is an order of 1,000 lines, sent back as it was read, is taken", async () => {
    const line = `<order_item><sku>A</sku><item_name>Item A</item_name><order_id type="integer">1</order_id><guid>x</guid><download_count type="integer">0</download_count><link>/get/x</link><downloads_remaining type="integer">5</downloads_remaining><created_at type="datetime">2026-11-20T23:40:15+00:00</created_at><downloads type="array"><download><ip_address>127.0.0.1</ip_address><downloaded_at type="datetime">2026-11-20T23:40:15+00:00</downloaded_at><size type="float">1.0</size></download></downloads></order_item>`;
    const order = `<!DOCTYPE order>${known.replace(/<order_item>.*<\/order_item>/, line.repeat(1_000))}`;
    await holdsUp(service, { largestInput: mebibyte, changes: true }, async () => {
      expect((await send(order)).status).toBe(201);
    });
  });
});
