import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { element } from "../../../src/http/write-xml.ts";

/** What `write` returns, or that it throws. */
function outcome(write: () => unknown): unknown {
  try {
    return write();
  } catch {
    return "throws";
  }
}

describe("an element", () => {
  test("is written as the XML library writes it, whatever its text", () => {
    const texts = fc.string({
      unit: fc.oneof(fc.constantFrom(..."&<>\"'\r\n\t \0\u{fffe}\ud800"), fc.string({ unit: "binary" })),
    });
    fc.assert(
      fc.property(texts, (text) => {
        const content = { plain: text, typed: { type: "integer", text } };
        const same = { plain: text, typed: { "@type": "integer", "#text": text } };
        expect(outcome(() => element("one", content))).toEqual(outcome(() => Bun.XML.stringify({ one: same })));
        expect(outcome(() => element("one", text))).toEqual(outcome(() => Bun.XML.stringify({ one: text })));
      }),
    );
  });

  test("has an address with all its characters escaped", () => {
    const link = { href: '/?a=1&b="<2>"', text: null };
    expect(element("one", { link })).toBe('<one><link href="/?a=1&amp;b=&quot;&lt;2&gt;&quot;"/></one>');
  });

  test("without a text keeps its type", () => {
    expect(element("one", { count: { type: "integer", text: null } })).toBe('<one><count type="integer"/></one>');
  });
});
