import { type Answer, Connection, type Input, type RequestOptions, type WaybillOptions } from "./connection.ts";
import type {
  AccountChanges,
  AnnouncementPreviewInput,
  CustomerChanges,
  FileVersionChanges,
  GiveContents,
  LicenseKeyHandOut,
  LicenseKeyReplacement,
  MemberChanges,
  NewAnnouncement,
  NewCover,
  NewFileVersion,
  NewItemUrl,
  NewLogo,
  NewMember,
  NewOrder,
  NewProduct,
  NewProductFile,
  Operations,
  OrderChanges,
  OrderItemChanges,
  OrderRenewal,
  ProductChanges,
  File as StoredFile,
} from "./types.ts";

export type { RequestOptions, WaybillOptions } from "./connection.ts";
export { WaybillError, type WrongField } from "./error.ts";
export type * from "./types.ts";
export { type WebhookEvent, WrongSignature, webhookEvent } from "./webhook.ts";

type Id = string | number;
type Query<Name extends keyof Operations> = Input<Name> extends { query?: infer Given } ? Given : never;

/** Operations whose answer is one page of a list. */
type List = { [Name in keyof Operations]: Answer<Name> extends { page_size: number } ? Name : never }[keyof Operations];
/** What stands in the list: the element of the answer's one array. */
type Row<Name extends List> = Extract<Answer<Name>[keyof Answer<Name>], readonly unknown[]>[number];

/** One account's orders, products, keys, files, downloads, emails and settings. */
export class Waybill {
  readonly #connection: Connection;

  constructor(options: WaybillOptions) {
    this.#connection = new Connection(options);
  }

  /** Any operation of the interface by its name; the methods below are short for it. */
  request<Name extends keyof Operations>(
    name: Name,
    input: Input<Name>,
    options?: RequestOptions,
  ): Promise<Answer<Name>> {
    return this.#connection.call(name, input, options);
  }

  /**
   * Everything in a list, page after page: `for await (const order of waybill.all("GET /orders"))`. What is added meanwhile may
   * move the pages.
   */
  async *all<Name extends List>(name: Name, input?: Input<Name>): AsyncGenerator<Row<Name>, void, undefined> {
    const given = (input ?? {}) as { query?: object };
    for (let page = 1; ; page++) {
      const query = { page_size: 100, ...given.query, page };
      const answer = await this.request(name, { ...given, query } as unknown as Input<Name>);
      const { page_size, total, ...others } = answer as { page_size: number; total: number };
      const rows = (Object.values(others) as unknown[]).find(Array.isArray) as Row<Name>[] | undefined;
      yield* rows ?? [];
      if (!rows?.length || page * page_size >= total) return;
    }
  }

  /** The people who have bought something, each by an email address in any case. */
  readonly customers = {
    /** Those with the newest orders first. */
    list: (query?: Query<"GET /customers">) => this.request("GET /customers", { query }),
    get: async (email: string) => (await this.request("GET /customers/{email}", { path: { email } })).customer,
    /** With a new `email`, all orders get it; if another customer has it, the two become one. */
    change: async (email: string, changes: CustomerChanges) =>
      (await this.request("PUT /customers/{email}", { path: { email }, body: changes })).customer,
    /** Erases all that is held on the customer, for good. Orders, revenue and downloads stay counted. */
    erase: (email: string) => this.request("DELETE /customers/{email}", { path: { email } }),
    export: (email: string) => this.request("GET /customers/{email}/export", { path: { email } }),
    /** One email with the links of all orders. */
    resend: async (email: string, options?: RequestOptions) =>
      (await this.request("POST /customers/{email}/resend", { path: { email } }, options)).customer,
  };

  readonly orders = {
    /** Newest first. */
    list: (query?: Query<"GET /orders">) => this.request("GET /orders", { query }),
    /**
     * Sends a paid order. Lines whose SKU matches no product are skipped without an error: compare `order_items` with
     * what you sent.
     */
    send: async (order: NewOrder, options?: RequestOptions) =>
      (await this.request("POST /orders", { body: order }, options)).order,
    /** Up to 100 at once; a result for each, in the same order. */
    sendMany: async (orders: NewOrder[], options?: RequestOptions) =>
      (await this.request("POST /orders/bulk", { body: { orders } }, options)).results,
    get: async (id: Id) => (await this.request("GET /orders/{id}", { path: { id } })).order,
    change: async (id: Id, changes: OrderChanges) =>
      (await this.request("PUT /orders/{id}", { path: { id }, body: changes })).order,
    delete: (id: Id) => this.request("DELETE /orders/{id}", { path: { id } }),
    /** By your order ID. */
    getByVendorId: async (vendor_id: Id) =>
      (await this.request("GET /vorders/{vendor_id}", { path: { vendor_id } })).order,
    changeByVendorId: async (vendor_id: Id, changes: OrderChanges) =>
      (await this.request("PUT /vorders/{vendor_id}", { path: { vendor_id }, body: changes })).order,
    deleteByVendorId: (vendor_id: Id) => this.request("DELETE /vorders/{vendor_id}", { path: { vendor_id } }),
    expire: async (id: Id) => (await this.request("POST /orders/{id}/expire", { path: { id } })).order,
    reopen: async (id: Id) => (await this.request("POST /orders/{id}/reopen", { path: { id } })).order,
    /** Prolongs its access by a payment, which counts once. */
    renew: async (id: Id, payment: OrderRenewal) =>
      (await this.request("POST /orders/{id}/renew", { path: { id }, body: payment })).order,
    /** Sends the delivery email again. */
    resend: async (id: Id) => (await this.request("POST /orders/{id}/resend", { path: { id } })).order,
    hold: async (id: Id) => (await this.request("POST /orders/{id}/hold", { path: { id } })).order,
    release: async (id: Id) => (await this.request("POST /orders/{id}/release", { path: { id } })).order,
    revoke: async (id: Id) => (await this.request("POST /orders/{id}/revoke", { path: { id } })).order,
    restore: async (id: Id) => (await this.request("POST /orders/{id}/restore", { path: { id } })).order,
    downloads: (id: Id, query?: Query<"GET /orders/{id}/downloads">) =>
      this.request("GET /orders/{id}/downloads", { path: { id }, query }),
    timeline: (id: Id, query?: Query<"GET /orders/{id}/timeline">) =>
      this.request("GET /orders/{id}/timeline", { path: { id }, query }),
  };

  readonly orderItems = {
    /** Leaves the order's other items as they are. */
    change: async (id: Id, changes: OrderItemChanges) =>
      (await this.request("PUT /order_items/{id}", { path: { id }, body: changes })).order_item,
    /** Withdraws one product of an order. With its last item, the order is revoked. */
    revoke: async (id: Id) => (await this.request("POST /order_items/{id}/revoke", { path: { id } })).order_item,
    restore: async (id: Id) => (await this.request("POST /order_items/{id}/restore", { path: { id } })).order_item,
    files: (id: Id, query?: Query<"GET /order_items/{id}/files">) =>
      this.request("GET /order_items/{id}/files", { path: { id }, query }),
    downloads: (id: Id, query?: Query<"GET /order_items/{id}/downloads">) =>
      this.request("GET /order_items/{id}/downloads", { path: { id }, query }),
  };

  readonly products = {
    list: (query?: Query<"GET /products">) => this.request("GET /products", { query }),
    create: async (product: NewProduct) => (await this.request("POST /products", { body: product })).product,
    get: async (id: Id) => (await this.request("GET /products/{id}", { path: { id } })).product,
    change: async (id: Id, changes: ProductChanges) =>
      (await this.request("PUT /products/{id}", { path: { id }, body: changes })).product,
    delete: (id: Id) => this.request("DELETE /products/{id}", { path: { id } }),
    getBySku: async (sku: string) => (await this.request("GET /skuproducts/{sku}", { path: { sku } })).product,
    changeBySku: async (sku: string, changes: ProductChanges) =>
      (await this.request("PUT /skuproducts/{sku}", { path: { sku }, body: changes })).product,
    /** How many orders of connected shops a product with this SKU would deliver. */
    countOrdersWaitingFor: (sku: string) => this.request("GET /skuproducts/{sku}/waiting_orders", { path: { sku } }),
    deleteBySku: (sku: string) => this.request("DELETE /skuproducts/{sku}", { path: { sku } }),
    /** Replaces the permalink; the one before leads nowhere from then on. */
    newPermalink: async (id: Id) => (await this.request("POST /products/{id}/permalink", { path: { id } })).product,
    setCover: async (id: Id, cover: NewCover) =>
      (await this.request("PUT /products/{id}/cover", { path: { id }, body: cover })).product,
    removeCover: async (id: Id) => (await this.request("DELETE /products/{id}/cover", { path: { id } })).product,
    /** Adds a file, or puts it in the place of another. */
    addFile: async (id: Id, file: NewProductFile) =>
      (await this.request("POST /products/{id}/files", { path: { id }, body: file })).product,
    /** Moves one of its files to a place among them, from 1. */
    moveFile: async (id: Id, file_id: Id, position: number) =>
      (await this.request("PUT /products/{id}/files/{file_id}", { path: { id, file_id }, body: { position } })).product,
    /** Takes a file off the product; it stays in the account. */
    removeFile: (id: Id, file_id: Id) =>
      this.request("DELETE /products/{id}/files/{file_id}", { path: { id, file_id } }),
    versions: (id: Id, file_id: Id, query?: Query<"GET /products/{id}/files/{file_id}/versions">) =>
      this.request("GET /products/{id}/files/{file_id}/versions", { path: { id, file_id }, query }),
    /** Makes the content of an uploaded file the newest version of one of its files; links and counts go on. */
    addVersion: async (id: Id, file_id: Id, version: NewFileVersion) =>
      (await this.request("POST /products/{id}/files/{file_id}/versions", { path: { id, file_id }, body: version }))
        .version,
    /** Changes a version's note, or makes it current again. */
    changeVersion: async (id: Id, file_id: Id, number: Id, changes: FileVersionChanges) => {
      const name = "PUT /products/{id}/files/{file_id}/versions/{number}";
      return (await this.request(name, { path: { id, file_id, number }, body: changes })).version;
    },
    /** Frees the space of an earlier version; it stays in the list. */
    removeVersion: (id: Id, file_id: Id, number: Id) =>
      this.request("DELETE /products/{id}/files/{file_id}/versions/{number}", { path: { id, file_id, number } }),
    /** How many orders lack something that the bundle holds now. */
    countEarlierBundles: (id: Id) => this.request("GET /products/{id}/contents/earlier_orders", { path: { id } }),
    /** Gives up to 50 of them what they lack; send it again with `after` as the answer's `next` until that is null. */
    giveToEarlierBundles: (id: Id, which: GiveContents = {}) =>
      this.request("POST /products/{id}/contents/earlier_orders", { path: { id }, body: which }),
    announcements: (id: Id, query?: Query<"GET /products/{id}/announcements">) =>
      this.request("GET /products/{id}/announcements", { path: { id }, query }),
    getAnnouncement: async (id: Id, announcement_id: Id) => {
      const name = "GET /products/{id}/announcements/{announcement_id}";
      return (await this.request(name, { path: { id, announcement_id } })).announcement;
    },
    /** The email that `announce` would send, and to how many. */
    previewAnnouncement: async (id: Id, announcement: AnnouncementPreviewInput) =>
      (await this.request("POST /products/{id}/announcements/preview", { path: { id }, body: announcement })).preview,
    /** Sends that email to the signed-in person, or to the account's address; announces nothing. */
    sendAnnouncementPreview: async (id: Id, announcement: AnnouncementPreviewInput) => {
      const name = "POST /products/{id}/announcements/send_preview";
      return (await this.request(name, { path: { id }, body: announcement })).mail_test;
    },
    /** Tells the buyers about the current version of a file. */
    announce: async (id: Id, announcement: NewAnnouncement) =>
      (await this.request("POST /products/{id}/announcements", { path: { id }, body: announcement })).announcement,
    stopAnnouncement: async (id: Id, announcement_id: Id) => {
      const name = "POST /products/{id}/announcements/{announcement_id}/stop";
      return (await this.request(name, { path: { id, announcement_id } })).announcement;
    },
    resumeAnnouncement: async (id: Id, announcement_id: Id) => {
      const name = "POST /products/{id}/announcements/{announcement_id}/resume";
      return (await this.request(name, { path: { id, announcement_id } })).announcement;
    },
    /** Adds an address elsewhere. */
    addUrl: async (id: Id, url: NewItemUrl) =>
      (await this.request("POST /products/{id}/item_urls", { path: { id }, body: url })).product,
    changeUrl: async (id: Id, url_id: Id, url: NewItemUrl) =>
      (await this.request("PUT /products/{id}/item_urls/{url_id}", { path: { id, url_id }, body: url })).product,
    removeUrl: (id: Id, url_id: Id) =>
      this.request("DELETE /products/{id}/item_urls/{url_id}", { path: { id, url_id } }),
    files: (id: Id, query?: Query<"GET /products/{id}/files">) =>
      this.request("GET /products/{id}/files", { path: { id }, query }),
    downloads: (id: Id, query?: Query<"GET /products/{id}/downloads">) =>
      this.request("GET /products/{id}/downloads", { path: { id }, query }),
  };

  /** A product's pool of license keys, by the product's id. */
  readonly licenseKeys = {
    list: (id: Id, query?: Query<"GET /products/{id}/license_keys">) =>
      this.request("GET /products/{id}/license_keys", { path: { id }, query }),
    /** Up to 10,000 at once. The first keys of a product go to earlier orders too, unless those are to be skipped. */
    add: (id: Id, keys: string[], earlierOrders?: "give" | "skip") =>
      this.request("POST /products/{id}/license_keys", {
        path: { id },
        body: { license_keys: keys, ...(earlierOrders && { earlier_orders: earlierOrders }) },
      }),
    /** The orders from before the product's first key. */
    earlierOrders: (id: Id) => this.request("GET /products/{id}/license_keys/earlier_orders", { path: { id } }),
    /** Removes unassigned keys. */
    remove: (id: Id, keys: string[]) =>
      this.request("DELETE /products/{id}/license_keys", { path: { id }, body: { license_keys: keys } }),
    removeAll: (id: Id) => this.request("DELETE /products/{id}/license_keys", { path: { id }, query: { all: true } }),
    /** The keys of an order item, with replaced ones. */
    ofOrderItem: (id: Id, query?: Query<"GET /order_items/{id}/license_keys">) =>
      this.request("GET /order_items/{id}/license_keys", { path: { id }, query }),
    /** Gives an order item a key for a unit that has none. */
    handOut: async (id: Id, how: LicenseKeyHandOut = {}) =>
      (await this.request("POST /order_items/{id}/license_keys", { path: { id }, body: how })).license_key,
    /** Gives an order item another key in the place of one, which is spent. */
    replace: async (id: Id, key_id: Id, how: LicenseKeyReplacement = {}) => {
      const name = "POST /order_items/{id}/license_keys/{key_id}/replace";
      return (await this.request(name, { path: { id, key_id }, body: how })).license_key;
    },
    /** The devices on which a license key, by its own id, is activated. */
    devices: (id: Id, query?: Query<"GET /license_keys/{id}/devices">) =>
      this.request("GET /license_keys/{id}/devices", { path: { id }, query }),
    /** The devices of all license keys of an order. */
    devicesOfOrder: async (id: Id) => (await this.request("GET /orders/{id}/devices", { path: { id } })).devices,
    removeDevice: (id: Id, device_id: Id) =>
      this.request("DELETE /license_keys/{id}/devices/{device_id}", { path: { id, device_id } }),
  };

  /** The keys that sign what programs are told of licenses. */
  readonly licenseSigningKeys = {
    list: async () => (await this.request("GET /license_signing_keys", {})).license_signing_keys,
    /** From then on, answers have two signatures. */
    add: async () => (await this.request("POST /license_signing_keys", {})).license_signing_keys,
    remove: (id: string) => this.request("DELETE /license_signing_keys/{id}", { path: { id } }),
  };

  readonly files = {
    list: (query?: Query<"GET /files">) => this.request("GET /files", { query }),
    /** Stores bytes as a file, streamed when `content` is a stream or a `Blob` on disk. */
    upload: async (
      filename: string,
      content: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
      { contentType = "application/octet-stream", ...options }: RequestOptions & { contentType?: string } = {},
    ): Promise<StoredFile> => {
      // Streams need `duplex`, which not every platform's types know.
      const init = { method: "POST", body: content, headers: { "content-type": contentType }, duplex: "half" };
      const response = await this.#connection.send("/files", { filename }, init as RequestInit, options);
      return ((await response.json()) as { file: StoredFile }).file;
    },
    get: async (id: Id) => (await this.request("GET /files/{id}", { path: { id } })).file,
    /** Links that customers have keep working. */
    rename: async (id: Id, filename: string) =>
      (await this.request("PUT /files/{id}", { path: { id }, body: { filename } })).file,
    delete: (id: Id, query?: Query<"DELETE /files/{id}">) =>
      this.request("DELETE /files/{id}", { path: { id }, query }),
  };

  /** Every counted delivery, newest first. */
  readonly downloads = {
    list: (query?: Query<"GET /downloads">) => this.request("GET /downloads", { query }),
  };

  readonly emails = {
    list: (query?: Query<"GET /emails">) => this.request("GET /emails", { query }),
    get: async (id: Id) => (await this.request("GET /emails/{id}", { path: { id } })).email,
    /** Sends it again as a new message. */
    retry: async (id: Id) => (await this.request("POST /emails/{id}/retry", { path: { id } })).email,
  };

  /** Days as ISO 8601 dates, both included; the last 30 days when absent. */
  readonly stats = async (range?: Query<"GET /stats">) => (await this.request("GET /stats", { query: range })).stats;

  readonly account = {
    get: async () => (await this.request("GET /account", {})).account,
    change: async (changes: AccountChanges) => (await this.request("PUT /account", { body: changes })).account,
    token: async () => (await this.request("GET /account/token", {})).api_token,
    /** Replaces the API token; this client's own stops being valid. */
    newToken: async () => (await this.request("POST /account/token", {})).api_token,
    /** Looks for the records that verify `custom_domain`. */
    checkDomain: async () => (await this.request("POST /account/domain/check", {})).account,
    setLogo: async (logo: NewLogo) => (await this.request("PUT /account/logo", { body: logo })).account,
    removeLogo: async () => (await this.request("DELETE /account/logo", {})).account,
    session: async () => (await this.request("GET /session", {})).session,
  };

  /** Who signs in to the account's administration. */
  readonly members = {
    list: (query?: Query<"GET /members">) => this.request("GET /members", { query }),
    add: async (member: NewMember) => (await this.request("POST /members", { body: member })).member,
    change: async (id: Id, changes: MemberChanges) =>
      (await this.request("PUT /members/{id}", { path: { id }, body: changes })).member,
    remove: (id: Id) => this.request("DELETE /members/{id}", { path: { id } }),
  };
}
