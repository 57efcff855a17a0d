import { beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { anyDatabase } from "../../support/databases.ts";
import { fetched, orderFiles, orderItem, stateOf } from "../../support/downloads.ts";
import { expectRefusal } from "../../support/refusals.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";

describe.each(anyDatabase)("on $name", ({ create }) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await create() });
  });

  test("refusals write nothing to the database, however many there are", async () => {
    const order = await orderFiles(service, { "a.txt": "abcdef" }, "<download_limit>1</download_limit>");
    const [file = ""] = order.files;
    const transactions = async () => {
      const report = await (await service.get("/metrics")).text();
      return Number(/^waybill_database_transaction_duration_seconds_count (\d+)$/m.exec(report)?.[1]);
    };
    expect((await fetched(service, file)).status).toBe(200);
    const refused = [{}, { range: "bytes=0-" }, { range: "bytes=0-", "x-forwarded-for": "198.51.100.7" }];
    // Workers write now and then, but not during each of many rounds.
    await until("refusals have written nothing", async () => {
      const before = await transactions();
      for (let round = 0; round < 10; round++) {
        for (const headers of refused)
          expect((await fetched(service, file, headers as Record<string, string>)).status).toBe(403);
      }
      return (await transactions()) === before;
    });
    expect((await stateOf(service, order)).recorded).toBe(1);
  });

  test("bytes that are gone from the store are answered 409, a store out of reach 503, and neither counts", async () => {
    const item = await addItem(service, "LOST", { "lost.txt": "lost" });
    const order = await orderItem(service, item);
    const [file = ""] = order.files;
    const objects = join(service.folder, "files", "objects");
    const aside = join(service.folder, "aside");
    renameSync(objects, aside);
    await expectRefusal(service, file, 503, /try again/);
    expect((await fetched(service, file)).headers.get("retry-after")).toBe("5");
    mkdirSync(objects);
    await expectRefusal(service, file, 409, /not added this file/);
    for (const path of [order.link, order.permalink]) expect((await fetched(service, path)).status).toBe(409);
    rmSync(objects, { recursive: true });
    renameSync(aside, objects);
    expect((await fetched(service, file)).body).toBe("lost");
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 4 });
  });
});
