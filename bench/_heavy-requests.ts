/** The store that the requests are for. */
interface HeavyStore {
  orders: number;
  /** Orders that wait for a key of the first product. */
  waiting: number;
}

const mebibyte = 1_048_576;

/** What is asked beside `/healthz`, by what the table calls it. The store has the products SKU-0 to SKU-1000. */
export function heavyRequests(
  origin: string,
  authorization: string,
  { orders, waiting }: HeavyStore,
): Record<string, () => Promise<void>> {
  const send = async (method: string, path: string, type?: string, body?: string | FormData) => {
    const headers = { authorization, ...(type ? { "content-type": type } : {}) };
    const answer = await fetch(`${origin}/api${path}`, { method, headers, body: body ?? null });
    for await (const _ of answer.body ?? []);
    return answer.status;
  };
  const ask = async (method: string, path: string, body?: object) => {
    const status = await send(method, path, "application/json", body && JSON.stringify(body));
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  };
  const refused = async (...request: Parameters<typeof send>) => {
    const status = await send(...request);
    if (status < 400 || status >= 500) throw new Error(`${request[0]} ${request[1]}: ${status}`);
  };
  const csv = async (kind: string, text: string, status = 200, query = "") => {
    const got = await send("POST", `/v3/imports/${kind}${query}`, "text/csv", text);
    if (got !== status) throw new Error(`import of ${kind}: ${got}`);
  };
  const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n)).join("");
  const sameTwice = async (body: string) => {
    const headers = { authorization, "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
    for (let time = 0; time < 3; time++) {
      const answer = await fetch(`${origin}/api/v3/orders/bulk`, { method: "POST", headers, body });
      await answer.arrayBuffer();
    }
  };
  const signIn = async (n: number) => {
    const body = JSON.stringify({ email: `${n}@example.com`, password: "not the password" });
    const headers = { "content-type": "application/json", origin };
    const answer = await fetch(`${origin}/admin/auth/sign-in/email`, { method: "POST", headers, body });
    await answer.arrayBuffer();
  };
  const keys = { license_keys: Array.from({ length: waiting }, (_, n) => `NEW-${n}`) };
  const lines = Array.from({ length: 1000 }, (_, n) => ({ sku: `SKU-${n}` }));
  const line = `{"sku":"NOT THERE ${"x".repeat(60)}"},`;
  const unknownLines = `{"orders":[${Array(100).fill(`{"email":"a","order_items":[${line.repeat(900)}{}]}`)}]}`;
  const parts = rows(50_000, (n) => `--b\r\nContent-Disposition: form-data; name="p${n}"\r\n\r\n1\r\n`);
  const ids = (digits: string) =>
    `{"order":{"email":"a","items":[${rows(50_000, (n) => `,${digits}${n + 10_000}`).slice(1)}]}}`;
  const hundredThousandKeys = (mark: string) => ({ text: rows(100_000, (n) => `${mark}-${n}\n`) });
  const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const fields = rows(150_000, (n) => `&a${n}`).slice(1);
  const formType = "application/x-www-form-urlencoded";
  const errors = `{"order":{"email":"a","order_items":[${"{},".repeat(49_000)}{}]}}`;
  return {
    "nothing else": () => Bun.sleep(2_000),
    "GET /api/orders": () => ask("GET", "/orders"),
    "HEAD /api/orders": () => ask("HEAD", "/orders"),
    "GET /api/orders?filter=expired": () => ask("GET", "/orders?filter=expired"),
    "GET /api/downloads": () => ask("GET", "/downloads"),
    "v3 orders, the last page of 500": () => ask("GET", `/v3/orders?page_size=500&page=${orders / 500}`),
    "v3 orders?q=a": () => ask("GET", "/v3/orders?q=a"),
    "an order of 1,000 lines": () => ask("POST", "/v3/orders", { email: "a@example.com", order_items: lines }),
    "a number past 20,000 taken ones": () =>
      ask("POST", "/v3/orders", { email: "a@example.com", order_items: [{ sku: "SKU-1" }] }),
    "10,000 keys for waiting orders": () => ask("POST", "/v3/products/1/license_keys", keys),
    "DELETE of 600,000 keys": () => ask("DELETE", "/v3/products/2/license_keys?all=true"),
    "50,000 orders imported": () =>
      csv("orders", `id,email,skus\r\n${rows(50_000, (n) => `I-${n},a${n}@example.com,SKU-${(n % 900) + 9}\r\n`)}`),
    "50,000 wrong rows checked": () =>
      csv("orders", `id,email,skus\r\n${rows(50_000, (n) => `W-${n},nobody,MISSING-${n}\r\n`)}`, 200, "?dry_run=true"),
    "50,000 keys imported": () =>
      csv("license_keys", `product_sku,key\r\n${rows(50_000, (n) => `SKU-900,IMPORTED-${n}\r\n`)}`),
    "20 MiB of commas as CSV": () => refused("POST", "/v3/imports/orders", "text/csv", ",".repeat(20 * mebibyte)),
    "20 MiB of quotes as CSV": () => refused("POST", "/v3/imports/orders", "text/csv", '"'.repeat(20 * mebibyte)),
    "8 MiB of orders in bulk": async () => {
      await send("POST", "/v3/orders/bulk", "application/json", unknownLines);
    },
    "8 MiB of orders in bulk, three times with one Idempotency-Key": () => sameTwice(unknownLines),
    "1 MB of <a/> as XML": () =>
      refused("POST", "/orders/create", "application/xml", `<o>${"<a/>".repeat(250_000)}</o>`),
    "50,000 parts as an upload": () =>
      refused("POST", "/v3/files", "multipart/form-data; boundary=b", `${parts}--b--\r\n`),
    "50,000 identifiers above 2^53 as JSON": () =>
      refused("POST", "/v3/orders", "application/json", ids("98209829119461")),
    "50,000 fractions of 17 digits as JSON": () =>
      refused("POST", "/v3/orders", "application/json", ids("0.123456789012")),
    "49,000 wrong lines as JSON": () => refused("POST", "/v3/orders", "application/json", errors),
    "500,000 levels of JSON": () => refused("POST", "/v3/orders", "application/json", nested(500_000)),
    "100,000 keys as text": () => ask("POST", "/v3/products/5/license_keys", hundredThousandKeys("T")),
    "the same 100,000 keys again": () => ask("POST", "/v3/products/5/license_keys", hundredThousandKeys("T")),
    "1 MB of attributes as XML": () =>
      refused("POST", "/orders/create", "application/xml", `<o ${rows(70_000, (n) => `a${n}="1" `)}/>`),
    "1 MB of XML, an order of 9,000 lines": () =>
      refused(
        "POST",
        "/orders/create",
        "application/xml",
        `<order><email>a@example.com</email><order_items type="array">${"<order_item><sku>SKU-1</sku><price>1</price><x>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</x></order_item>".repeat(9_000)}</order_items></order>`,
      ),
    "1 MB of text as XML": () =>
      refused("POST", "/orders/create", "application/xml", `<o>${"&amp;".repeat(200_000)}</o>`),
    "1 MB of levels as XML": () => refused("POST", "/orders/create", "application/xml", "<a>".repeat(300_000)),
    "150,000 fields of a form": () => refused("POST", "/orders/create", formType, fields),
    "1 MB of a form's escapes": () => refused("POST", "/orders/create", formType, `a=${"%41".repeat(340_000)}`),
    "a query of 16 KB": () => refused("GET", `/v3/orders?${rows(4_000, () => "a&")}page=x`),
    "a search of 8 KB": () => ask("GET", `/v3/orders?q=${"a%20".repeat(2_000)}`),
    "400 sign-ins at once": async () => {
      await Promise.all(Array.from({ length: 400 }, (_, n) => signIn(n)));
    },
  };
}
