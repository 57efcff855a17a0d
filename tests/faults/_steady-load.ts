import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import type { Server } from "./_server.ts";

const json = { "content-type": "application/json" };
const csv = { "content-type": "text/csv" };
const mebibyte = 1024 ** 2;

/** What a browser says. */
const page = { accept: "text/html" };

/** Requests of one kind, so many a minute. */
type Action = [perMinute: number, work: (load: SteadyLoad) => Promise<unknown>];

const actions: Record<string, Action> = {
  v3Order: [120, (load) => load.order()],
  xmlOrder: [60, (load) => load.xmlOrder()],
  download: [180, (load) => load.get(load.link)],
  resume: [60, (load) => load.get(load.link, { range: "bytes=1000-" })],
  head: [60, (load) => load.request(load.link, { method: "HEAD" })],
  orderPage: [40, (load) => load.get(load.page, page)],
  abortedDownload: [30, (load) => load.abort(load.largeLink)],
  slowDownload: [6, (load) => load.slow(load.largeLink)],
  orderList: [20, (load) => load.v3(`orders?page_size=50&page=${1 + Math.floor(Math.random() * 5)}`)],
  downloadList: [20, (load) => load.v3("downloads?page_size=50")],
  emailList: [10, (load) => load.v3("emails?page_size=50")],
  xmlList: [10, (load) => load.api("/api/orders?per_page=50")],
  search: [20, (load) => load.v3(`orders?q=buyer${load.some(1_000)}`)],
  stats: [10, (load) => load.v3("stats")],
  attention: [10, (load) => load.v3("attention")],
  keys: [2, (load) => load.addKeys(200)],
  resend: [6, (load) => load.api(`/api/orders/${load.orderId}/send_email`, { method: "POST" })],
  changeOrder: [
    10,
    (load) =>
      load.v3(`orders/${load.orderId}`, { method: "PUT", body: JSON.stringify({ title: "New" }), headers: json }),
  ],
  signIn: [6, (load) => load.signIn()],
  admin: [6, (load) => load.get("/admin", page)],
  upload: [10, (load) => load.upload()],
  abortedUpload: [6, (load) => load.abortedUpload()],
  export: [4, (load) => load.api("/api/v3/exports/orders.csv")],
  exportDownloads: [2, (load) => load.api("/api/v3/exports/downloads.csv")],
  abortedExport: [4, (load) => load.abort("/api/v3/exports/orders.csv", true)],
  import: [2, (load) => load.importOrders(20)],
  preview: [6, (load) => load.preview()],
  wording: [2, (load) => load.word()],
  wrongToken: [10, (load) => load.request("/api/v3/orders", { headers: { authorization: `Basic ${btoa("a:b")}` } })],
  wrongBody: [10, (load) => load.v3("orders", { method: "POST", body: "{", headers: json })],
  unknownLink: [20, (load) => load.get(`/get/${randomBytes(16).toString("hex")}`)],
  idle: [20, (load) => load.idle()],
  reference: [1, (load) => load.get("/docs/api", page)],
  metrics: [4, (load) => load.get("/metrics")],
};

/** Does everything that stores, customers and the store's people do, at a steady rate, and counts how it was answered. */
export class SteadyLoad {
  /** How often each action had each status; `cut` for those that were to be broken off, `failed` for no answer. */
  readonly answers: Record<string, Record<string, number>> = {};
  link = "/";
  page = "/";
  largeLink = "/";
  orderId = 0;
  readonly #server: Server;
  readonly #underway = new Set<Promise<void>>();
  #next = 0;
  #productId = 0;
  #fileId = 0;
  #replaced: Promise<unknown> = Promise.resolve();
  #isOver = false;

  constructor(server: Server) {
    this.#server = server;
  }

  async prepare(): Promise<void> {
    const small = await this.#upload(65_536);
    const large = await this.#upload(8 * mebibyte);
    const product = async (sku: string, file: number) => {
      const body = JSON.stringify({ sku, name: sku, item_assets: [file] });
      const answer = await this.v3("products", { method: "POST", body, headers: json });
      return ((await answer.json()) as { product: { id: number } }).product.id;
    };
    this.#productId = await product("SMALL", small);
    this.#fileId = small;
    await product("LARGE", large);
    await this.v3("account", { method: "PUT", body: JSON.stringify({ download_limit_per_item: null }), headers: json });
    await this.addKeys(5_000);
    this.largeLink = (await this.#ordered("LARGE")).order_items[0].download_url;
    await this.order();
  }

  /** Resolves after so many milliseconds, when all is answered. `rate` is how many times the usual load. */
  async run(milliseconds: number, rate: number): Promise<void> {
    const end = performance.now() + milliseconds;
    this.#isOver = false;
    const loops = Object.entries(actions).map(async ([name, [perMinute, work]]) => {
      while (performance.now() < end) {
        await Bun.sleep((2 * Math.random() * 60_000) / perMinute / rate);
        // Who has to wait for the server sends no more meanwhile.
        if (this.#underway.size > 200) continue;
        const doing: Promise<void> = this.#counted(name, work).finally(() => void this.#underway.delete(doing));
        this.#underway.add(doing);
      }
    });
    await Promise.all(loops);
    this.#isOver = true;
    await Promise.all(this.#underway);
  }

  async #counted(name: string, work: Action[1]): Promise<void> {
    const outcome = await work(this).then(
      (answer) => (answer instanceof Response ? String(answer.status) : String(answer)),
      (error) => `failed ${error instanceof Error ? error.message : error}`,
    );
    this.answers[name] ??= {};
    this.answers[name][outcome] = (this.answers[name][outcome] ?? 0) + 1;
  }

  some(count: number): number {
    return Math.floor(Math.random() * count);
  }

  /** The answer, whole. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const address = path.startsWith("http") ? path : this.#server.origin + path;
    const answer = await fetch(address, { redirect: "manual", ...init });
    await answer.clone().arrayBuffer();
    return answer;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.request(path, { headers });
  }

  api(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    return this.request(path, { ...init, headers: { authorization: this.#server.authorization, ...headers } });
  }

  v3(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    return this.api(`/api/v3/${path}`, init);
  }

  async order(): Promise<number> {
    const order = await this.#ordered("SMALL");
    const [{ download_url }] = order.order_items;
    Object.assign(this, { link: download_url, page: order.download_url, orderId: order.id });
    return 201;
  }

  // biome-ignore lint/suspicious/noExplicitAny: one of the answers of v3.
  async #ordered(sku: string): Promise<any> {
    const n = this.#next++;
    const body = JSON.stringify({ vendor_id: `v-${n}`, email: `buyer${n}@example.com`, order_items: [{ sku }] });
    const answer = await this.v3("orders", { method: "POST", body, headers: { ...json, "Idempotency-Key": `v-${n}` } });
    if (answer.status !== 201) throw new Error(await answer.text());
    return ((await answer.json()) as { order: unknown }).order;
  }

  xmlOrder(): Promise<Response> {
    const n = this.#next++;
    const items = '<order_items type="array"><order_item><sku>SMALL</sku></order_item></order_items>';
    const body = `<order><id>x-${n}</id><email>buyer${n}@example.com</email><send_email>false</send_email>${items}</order>`;
    return this.api("/api/orders/create", { method: "POST", body, headers: { "content-type": "application/xml" } });
  }

  addKeys(count: number): Promise<Response> {
    const license_keys = Array.from({ length: count }, () => randomBytes(8).toString("hex"));
    const body = JSON.stringify({ license_keys });
    return this.v3(`products/${this.#productId}/license_keys`, { method: "POST", body, headers: json });
  }

  importOrders(count: number): Promise<Response> {
    const rows = Array.from({ length: count }, () => `i-${this.#next++},ann@example.com,SMALL\r\n`);
    return this.v3("imports/orders", { method: "POST", body: `id,email,skus\r\n${rows.join("")}`, headers: csv });
  }

  preview(): Promise<Response> {
    const wordings = {
      email_subject: `Order {{ order.id }} ${this.#next++}`,
      page_greeting: "{{ customer.firstName }}",
    };
    return this.v3("wordings/preview", { method: "POST", body: JSON.stringify({ wordings }), headers: json });
  }

  word(): Promise<Response> {
    const body = JSON.stringify({ source: `Thanks {{ customer.firstName }}, ${this.#next++}` });
    return this.v3("wordings/email_subject", { method: "PUT", body, headers: json });
  }

  /** Signs in as the owner, sees the overview's data, and signs out. */
  async signIn(): Promise<Response> {
    const { origin, owner } = this.#server;
    const from = { origin, "x-forwarded-for": `198.51.${this.some(256)}.${this.some(256)}` };
    const body = JSON.stringify(owner);
    const signed = await this.request("/admin/auth/sign-in/email", {
      method: "POST",
      body,
      headers: { ...json, ...from },
    });
    if (signed.status !== 200) return signed;
    const cookie = signed.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    for (const path of ["session", "attention", "orders"]) await this.get(`/api/v3/${path}`, { cookie });
    return this.request("/admin/auth/sign-out", { method: "POST", body: "{}", headers: { ...json, ...from, cookie } });
  }

  /** Another file in place of the product's, one after the other: the product has one file. */
  upload(): Promise<Response> {
    this.#replaced = this.#replaced.then(
      () => this.#replace(),
      () => this.#replace(),
    );
    return this.#replaced as Promise<Response>;
  }

  async #replace(): Promise<Response> {
    const id = await this.#upload(100_000 + this.some(400_000));
    const body = JSON.stringify({ file_id: id, replaces: this.#fileId });
    const answer = await this.v3(`products/${this.#productId}/files`, { method: "POST", body, headers: json });
    if (answer.status !== 200) return answer;
    const replaced = this.#fileId;
    this.#fileId = id;
    return this.v3(`files/${replaced}`, { method: "DELETE" });
  }

  async #upload(sizeBytes: number): Promise<number> {
    const init = { method: "POST", body: new Blob([randomBytes(sizeBytes)]) };
    const answer = await this.v3(`files?filename=file-${this.#next++}.bin`, init);
    return ((await answer.json()) as { file: { id: number } }).file.id;
  }

  /** One in a single request, which is broken off, and one by parts, which is given up. */
  async abortedUpload(): Promise<string> {
    await this.#raw("POST /api/v3/files?filename=a.bin", ["Content-Length: 8000000"], randomBytes(500_000), 200);
    const tus = { "tus-resumable": "1.0.0" };
    const metadata = `filename ${btoa("a.bin")}`;
    const began = await this.v3("uploads", {
      method: "POST",
      headers: { ...tus, "upload-length": "8000000", "upload-metadata": metadata },
    });
    const path = began.headers.get("location") ?? "";
    const headers = ["Tus-Resumable: 1.0.0", "Upload-Offset: 0", "Content-Type: application/offset+octet-stream"];
    await this.#raw(`PATCH ${path}`, [...headers, "Content-Length: 8000000"], randomBytes(500_000), 200);
    // 423: the server has not seen yet that the client has gone.
    for (let n = 0; n < 50; n++) {
      const ended = await this.api(path, { method: "DELETE", headers: tus });
      if (ended.status === 204) return "cut";
      await Bun.sleep(100);
    }
    return "not ended";
  }

  /** Breaks an answer off after its first bytes. */
  async abort(address: string, isApi = false): Promise<string> {
    const { pathname } = new URL(address, this.#server.origin);
    await this.#raw(`GET ${pathname}`, [], isApi ? "" : null, 50, { untilBytes: 20_000 });
    return "cut";
  }

  /** Reads a large file for half a minute. */
  async slow(address: string): Promise<string> {
    const { pathname } = new URL(address, this.#server.origin);
    await this.#raw(`GET ${pathname}`, [], null, 30_000, { pause: 100 });
    return "cut";
  }

  /** A connection that says nothing. */
  async idle(): Promise<string> {
    const socket = connect(this.#server.port, "127.0.0.1").on("error", () => {});
    await Bun.sleep(this.some(15_000));
    socket.destroy();
    return "cut";
  }

  /** A request on a connection of its own, which is cut after so many milliseconds. Without a body it has no credentials. */
  async #raw(
    line: string,
    headers: string[],
    body: Buffer | string | null,
    milliseconds: number,
    { untilBytes = Number.POSITIVE_INFINITY, pause = 0 } = {},
  ): Promise<void> {
    const socket = connect(this.#server.port, "127.0.0.1").on("error", () => {});
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    let received = 0;
    socket.on("close", resolve);
    socket.on("data", (chunk) => {
      received += chunk.length;
      if (received >= untilBytes) resolve();
      if (pause === 0) return;
      socket.pause();
      setTimeout(() => socket.resume(), pause);
    });
    const own = body === null ? [] : [`Authorization: ${this.#server.authorization}`];
    socket.write(`${[`${line} HTTP/1.1`, "Host: localhost", ...own, ...headers].join("\r\n")}\r\n\r\n`);
    if (body) socket.write(body);
    const until = performance.now() + milliseconds;
    while (performance.now() < until && !this.#isOver) {
      if (await Promise.race([enough.then(() => true), Bun.sleep(100).then(() => false)])) break;
    }
    socket.destroy();
  }
}
