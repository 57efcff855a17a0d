import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { DomainError } from "../../../src/platform/errors.ts";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { changeLogo } from "../../../src/store/accounts/logo.ts";
import { accountRow } from "../../support/account-row.ts";
import { anyDatabase, temporaryFolder } from "../../support/databases.ts";
import { onePixel, storedBytes } from "../../support/files.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

const otherPixel = `${onePixel.slice(0, -4)}AAAA`;
const base64 = (...parts: Uint8Array[]) => Buffer.concat(parts).toString("base64");
const pixel = Buffer.from(onePixel, "base64");

describe.each(anyDatabase)("a store's logo on $name", ({ create }) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await create() });
  });

  const change = (content: string) => v3(service, "PUT", "account/logo", { content });

  /** What customers get at the address that the account shows. */
  async function shownLogo(): Promise<string> {
    const { logo_url } = (await v3(service, "GET", "account")).body.account;
    const answer = await service.get(new URL(logo_url).pathname);
    expect(answer.status).toBe(200);
    return base64(await answer.bytes());
  }

  test("stays when another is refused, which leaves no bytes behind", async () => {
    expect((await change(onePixel)).status).toBe(200);
    const [stored] = storedBytes(service);
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    const refused: [string, string][] = [
      ["", "must be a PNG, JPEG or WebP image"],
      ["no base64!", "must be an image encoded in Base64"],
      [base64(svg), "must be a PNG, JPEG or WebP image"],
      [base64(pixel, Buffer.alloc(524_289 - pixel.length)), "must be at most 524288 bytes"],
      [base64(pixel, Buffer.alloc(600_000)), "must be at most 524288 bytes"],
    ];
    for (const [content, message] of refused) {
      const { status, body } = await change(content);
      expect([status, body.errors]).toEqual([422, [{ field: "content", message }]]);
      expect(storedBytes(service)).toEqual([stored as string]);
      expect(await shownLogo()).toBe(onePixel);
    }
    expect((await change(base64(pixel, Buffer.alloc(524_288 - pixel.length)))).status).toBe(200);
  });

  test("gives way to another, and its bytes are removed", async () => {
    for (const content of [onePixel, otherPixel]) {
      expect((await change(content)).status).toBe(200);
      expect(await shownLogo()).toBe(content);
    }
    await until("the bytes of one logo are left", () => storedBytes(service).length === 1);
    expect(await shownLogo()).toBe(otherPixel);
  });

  test("stays when the record of another is refused, whose bytes are removed; of a lost record they stay", async () => {
    const db = await (await create()).open();
    const folder = temporaryFolder();
    const files = await openDiskStore(`${folder}/files`);
    const { id } = await db.write((tx) =>
      tx.insertInto("accounts").values(accountRow("ann")).returning("id").executeTakeFirstOrThrow(),
    );
    await changeLogo({ db, files }, id, pixel);
    const row = db.read.selectFrom("accounts").selectAll().where("id", "=", id);
    const before = await row.executeTakeFirstOrThrow();
    const stored = storedBytes({ folder });
    for (const [failure, left] of [
      [new DomainError("not_found", "The account is gone."), 0],
      [new Error("The connection is gone."), 1],
    ] as const) {
      const failing: Database = {
        ...db,
        write: (unit) =>
          db.write(async (tx) => {
            await unit(tx);
            throw failure;
          }),
      };
      expect(await changeLogo({ db: failing, files }, id, pixel).catch((error) => error)).toBe(failure);
      expect(storedBytes({ folder }).length).toBe(stored.length + left);
      expect(storedBytes({ folder })).toEqual(expect.arrayContaining(stored));
    }
    expect(await row.execute()).toEqual([before]);
    expect(await db.read.selectFrom("file_removals").selectAll().execute()).toEqual([]);
  });
});
