import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { type Store, until } from "../../support/service.ts";
import { ask, everything, itemXml, makeItem, orderXml, read, tag, textOf } from "../../support/xml.ts";

const mebibyte = 1_048_576;
const quiet = "<email>ann@example.com</email><send_email>false</send_email>";
const bomb = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
const utf16 = (text: string, { bigEndian = false, mark = true } = {}) => {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, "utf16le");
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
};

describe.each(anyDatabase)("on $name, a hostile or broken request", ({ makeStore }) => {
  let service: Store;
  beforeAll(async () => {
    service = await makeStore();
    await makeItem(service, "A");
  });

  async function isRefused(body: string | Uint8Array, status: number | number[], words = "", headers = {}) {
    const before = await everything(service);
    const type = { "content-type": "application/xml", ...headers };
    const answer = await ask(service, "POST", "/api/orders", body, { headers: type });
    expect([status].flat()).toContain(answer.status);
    expect([answer.root.name, answer.root.text]).toEqual(["message", expect.stringContaining(words)]);
    expect(await everything(service)).toBe(before);
  }

  const order = (title: string) => orderXml(["A"], `${quiet}<title>${title}</title>`);

  test.each([
    `<!DOCTYPE order [<!ENTITY l0 "lol">${bomb}]>${order("&l9;")}`,
    `<!DOCTYPE order [<!ENTITY x SYSTEM "file:///etc/passwd">]>${order("&x;")}`,
    `<!DOCTYPE order [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]>${order("&x;")}`,
    `<!DOCTYPE order [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;]>${order("x")}`,
    `<!DOCTYPE order SYSTEM "<!--" [<!ENTITY x "-->">]>${order("&x;")}`,
    `<!DOCTYPE order SYSTEM '<![CDATA[' [<!ENTITY x "]]>">]>${order("&x;")}`,
    `<?xml version="1.0"?>\n<!-- <order> --><?pi <!-- ?>\n<!DOCTYPE order [<!ENTITY x "y">]>${order("&x;")}`,
    `<!DOCTYPE order [<!-- ' --><!ENTITY x "y"><!-- ' -->]>${order("&x;")}`,
    `<!DOCTYPE order [<!ENTITY lt "&#38;#60;"><!ENTITY x "y">]>${order("&lt;")}`,
    `<!DOCTYPE order []>${order("x")}`,
    `<!DOCTYPE order [<!ATTLIST title type CDATA "array">]>${order("x")}`,
    `<!DOCTYPE order SYSTEM "http://127.0.0.1:1/order.dtd">${order("x")}`,
    `<!DOCTYPE order PUBLIC "-//x" "http://127.0.0.1:1/order.dtd">${order("x")}`,
  ])("that declares anything is refused, and nothing is fetched: %p", async (body) => {
    await isRefused(body, 400, "must not contain declarations");
    await isRefused(utf16(body), 400, "must not contain declarations");
  });

  test("with a document type that is only a name, or with declarations only in its text, is taken", async () => {
    for (const title of ["plain", "<![CDATA[<!DOCTYPE x [<!ENTITY y 'z'>]>]]>", "&lt;!DOCTYPE [&lt;!ENTITY"]) {
      expect((await ask(service, "POST", "/api/orders", order(title))).status).toBe(201);
    }
    for (const bare of [
      "<!DOCTYPE order>",
      '<?xml version="1.0"?>\n<!DOCTYPE\norder >\n',
      "<!-- x --><!DOCTYPE a:b>",
    ]) {
      expect((await ask(service, "POST", "/api/orders", bare + order("typed"))).status).toBe(201);
    }
    const commented = `<!-- <!DOCTYPE order [<!ENTITY x "y">]> -->${order("commented")}`;
    expect((await ask(service, "POST", "/api/orders", commented)).status).toBe(201);
  });

  test.each([
    "",
    " ",
    "order",
    "{}",
    "<order>",
    "<order/><order/>",
    "<order/>more",
    "<order></Order>",
    "<order><email>a & b</email></order>",
    "<order><title>&nbsp;</title></order>",
    "<order a=1/>",
    '<order a="1" a="2"/>',
    "<order><title>&#0;</title></order>",
    "<order><title>&#x1F;</title></order>",
    "<order><title>\u0008</title></order>",
    "<order><title>\u0000</title></order>",
    "<order><title>&#xD800;</title></order>",
    "<order><!-- a -- b --></order>",
    "<order><title>]]></title></order>",
    ' <?xml version="1.0"?><order/>',
    "order[email]=ann@example.com",
  ])("that is not well-formed, %p, is refused", async (body) => {
    await isRefused(body, body === "" ? 422 : 400, body === "" ? "order" : "XML");
  });

  test.each([
    ["orders", `<orders>${order("x")}</orders>`],
    ["item", itemXml("A")],
    ["Order", "<Order/>"],
    ["o:order", '<o:order xmlns:o="x"/>'],
  ])("with the root element %s is refused, and the message names it", async (root, body) => {
    await isRefused(body, [400, 422], `must be order, not ${root}.`);
  });

  test("nested too deep is refused", async () => {
    await isRefused(`<order>${"<a>".repeat(40)}${"</a>".repeat(40)}</order>`, 400, "deep");
    await isRefused(`<order>${"<a>".repeat(140_000)}${"</a>".repeat(140_000)}</order>`, 400);
    await isRefused("<a>".repeat(300_000), 400);
    expect((await ask(service, "GET", "/api/account")).status).toBe(200);
  });

  test("with more elements or attributes than an order can have is refused, and says how many are taken", async () => {
    const attributes = Array.from({ length: 20_000 }, (_, n) => `a${n}="${n}"`).join(" ");
    await isRefused(order("x").replace("<order>", `<order ${attributes}>`), 400, "more than 10000 attributes");
    const elements = "<x/>".repeat(200_000);
    await isRefused(order("x").replace("<title>", `${elements}<title>`), 400, "more than 16000 elements");
  });

  test("of 1 MiB is taken, and of one byte more refused with 413", async () => {
    const start = orderXml(["A"], quiet);
    const padded = (size: number) => start + " ".repeat(size - start.length);
    expect((await ask(service, "POST", "/api/orders", padded(mebibyte))).status).toBe(201);
    await isRefused(padded(mebibyte + 1), 413, "1048576");
  });

  test("without a length is taken up to 1 MiB and refused beyond it, and the service goes on", async () => {
    const start = orderXml(["A"], quiet);
    const chunked = (size: number) => {
      let left = size - start.length;
      return new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
        pull(controller) {
          if (left <= 0) return controller.close();
          const length = Math.min(left, 65_536);
          left -= length;
          controller.enqueue(new Uint8Array(length).fill(32));
        },
      });
    };
    const headers = { "content-type": "application/xml" };
    expect((await ask(service, "POST", "/api/orders", chunked(mebibyte), { headers })).status).toBe(201);
    const before = await everything(service);
    expect((await ask(service, "POST", "/api/orders", chunked(mebibyte + 1), { headers })).status).toBe(413);
    expect((await ask(service, "POST", "/api/orders/create.xml", chunked(3 * mebibyte), { headers })).status).toBe(413);
    expect(await everything(service)).toBe(before);
  });

  test("that is too long in its query or its form is refused", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = `order[title]=${"x".repeat(mebibyte)}`;
    expect((await ask(service, "POST", "/api/orders", form, { headers })).status).toBe(413);
  });

  test("with nothing but opening brackets in a form's field name does not keep the service busy", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = `order${"[".repeat(mebibyte - 100)}=x`;
    expect((await ask(service, "POST", "/api/orders", form, { headers })).status).toBe(400);
  });

  const title = "Ünïcödé ✓ 📦";
  const encodings: [string, string | Uint8Array, string][] = [
    ["UTF-8 with a byte order mark", new TextEncoder().encode(`\ufeff${order(title)}`), ""],
    ["UTF-16 with a mark", utf16(`<?xml version="1.0" encoding="UTF-16"?>${order(title)}`), ""],
    ["UTF-16, most significant byte first", utf16(order(title), { bigEndian: true }), ""],
    ["UTF-16 with a mark, against the media type", utf16(order(title)), "utf-8"],
    ["UTF-16 that the media type names", utf16(order(title), { mark: false }), "utf-16le"],
    [
      "UTF-16 without a mark, as JAXB writes it",
      utf16(`<?xml version="1.0" encoding="UTF-16LE"?>${order(title)}`, { mark: false }),
      "",
    ],
    [
      "UTF-16 without mark and declaration, most significant byte first",
      utf16(order(title), { mark: false, bigEndian: true }),
      "",
    ],
    ["UTF-8 that declares UTF-16, as .NET does", `<?xml version="1.0" encoding="utf-16"?>${order(title)}`, ""],
    ["UTF-8 against the declaration", `<?xml version="1.0" encoding="ISO-8859-1"?>${order(title)}`, "utf-8"],
  ];

  test.each(encodings)("may be written in %s", async (_, body, charset) => {
    const headers = { "content-type": charset ? `application/xml; charset=${charset}` : "application/xml" };
    const { status, root } = await ask(service, "POST", "/api/orders", body, { headers });
    expect([status, textOf(root, "title")]).toEqual([201, title]);
  });

  test("may be written in a declared ISO-8859-1", async () => {
    const text = `<?xml version='1.0' encoding='ISO-8859-1'?>${order("Größe é")}`;
    const { status, root } = await ask(service, "POST", "/api/orders", new Uint8Array(Buffer.from(text, "latin1")));
    expect([status, textOf(root, "title")]).toEqual([201, "Größe é"]);
  });

  test.each([
    ["bytes that are not UTF-8", Buffer.from(order("Größe"), "latin1"), ""],
    ["an overlong slash", Buffer.from(order("\u00c0\u00af"), "latin1"), ""],
    ["a surrogate in UTF-8", Buffer.from(order("\u00ed\u00a0\u0080"), "latin1"), ""],
    ["UTF-16 cut in half", utf16(order("x")).subarray(0, -1), ""],
    ["UTF-7", Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${order("x")}`), ""],
    ["an encoding that does not exist", Buffer.from(order("x")), "x-nothing"],
  ])("in %s is refused", async (_, bytes, charset) => {
    await isRefused(
      new Uint8Array(bytes),
      400,
      "is not encoded in",
      charset ? { "content-type": `text/xml; charset=${charset}` } : {},
    );
  });

  test("that breaks off in the middle changes nothing and leaves the service well", async () => {
    const before = await everything(service);
    const socket = await Bun.connect({ hostname: "127.0.0.1", port: service.port, socket: { data() {} } });
    const { key, token } = service.credentials;
    socket.write(
      `POST /api/orders HTTP/1.1\r\nhost: ${new URL(service.url).host}\r\nauthorization: Basic ${btoa(`${key}:${token}`)}\r\n` +
        `content-type: application/xml\r\ncontent-length: 9999\r\n\r\n${orderXml(["A"], quiet)}`,
    );
    socket.flush();
    socket.terminate();
    await until("the service answers others", async () => (await ask(service, "GET", "/api/account")).status === 200);
    expect(await everything(service)).toBe(before);
  });

  test("cannot reach an object's prototype", async () => {
    const body = orderXml(
      ["A"],
      `${quiet}<__proto__><title>p</title></__proto__><constructor>c</constructor><toString/>`,
    );
    const { status, root } = await ask(service, "POST", "/api/orders", body);
    expect([status, textOf(root, "title")]).toEqual([201, ""]);
    expect(textOf(await read(service, "/api/account"), "name")).toBe("Demo Store");
  });

  test("with line breaks or control characters in a name or an address cannot forge mail headers", async () => {
    for (const injected of ["x\r\nBcc: b@example.com", "x\nBcc: b@example.com", "x\u0085", "x\u2028y", "x\u007f"]) {
      for (const name of ["email", "title", "first_name", "last_name", "id"]) {
        const value = injected.replaceAll("\r", "&#13;");
        const email = name === "email" ? `<email>ann@example.com${value}</email>` : "<email>ann@example.com</email>";
        const field = name === "email" ? "" : `<${name}>${value}</${name}>`;
        await isRefused(orderXml(["A"], email + field), 422, name);
      }
    }
    const before = await everything(service);
    for (const body of [
      itemXml("a\nb"),
      itemXml("ok", "a\nb"),
      `<item>${tag("sku", "\t")}${tag("name", "n")}</item>`,
    ]) {
      expect((await ask(service, "POST", "/api/items", body)).status).toBe(422);
    }
    expect(await everything(service)).toBe(before);
  });
});
