import { describe, expect, test } from "bun:test";
import { forgetFailure, recordFailure } from "../../../src/data/backup/failures.ts";
import { openS3 } from "../../../src/platform/files/s3.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { folderPlace, install, make, s3Place } from "../../support/backup-places.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { about, examineWith } from "../../support/examination.ts";
import { freePort } from "../../support/ports.ts";
import { addressIn, startS3 } from "../../support/s3.ts";

describe("backups on schedule", () => {
  const [sqlite] = databasesUnderTest as [(typeof databasesUnderTest)[number]];
  const backupsOf = async (installation: DatabaseUnderTest, changed: Record<string, string>) =>
    about(await examineWith(installation, changed, "--quick"), "backups");

  test("in a folder: their age, the last failure, a disk that is away, and the disk of the data folder", async () => {
    const source = await sqlite.create();
    expect(await backupsOf(source, {})).toMatchObject([{ status: "warning", summary: "The server makes no backups." }]);
    const { place } = folderPlace();
    const setting = { WAYBILL_BACKUPS: `${place.shown};every=6h` };
    const [away] = await backupsOf(source, setting);
    expect(away).toMatchObject({ status: "problem", summary: expect.stringContaining("cannot be reached: ENOENT") });
    expect(away?.advice).toContain("disk");

    const { installation, db } = await install();
    await place.prepare();
    const [none] = await backupsOf(source, setting);
    expect(none).toMatchObject({ status: "problem", summary: expect.stringContaining("There is no backup at") });
    await make(installation, place, { hoursAgo: 10 });
    const [late] = await backupsOf(source, setting);
    expect(late).toMatchObject({ status: "problem", summary: expect.stringContaining("One is due every 6 hours.") });
    await make(installation, place, { hoursAgo: 5 });
    const [good, disk, ...others] = await backupsOf(source, setting);
    expect(good).toMatchObject({
      status: "ok",
      summary: expect.stringContaining(`The latest backup at ${place.shown}`),
    });
    expect(disk).toMatchObject({ status: "warning", summary: expect.stringContaining("on the same disk") });
    expect(others).toEqual([]);

    await db.close();
    const own = await source.open();
    await recordFailure(own, new Error("No space is left", { cause: new Error("on the disk.") }), instantNow());
    const failed = (await backupsOf(source, setting))[1];
    expect(failed).toMatchObject({
      status: "warning",
      summary: expect.stringContaining("failed: No space is left: on the disk."),
    });
    await own.write(forgetFailure);
    expect(await backupsOf(source, setting)).toHaveLength(2);
  });

  test("in an S3 store: their age, and a store that cannot be reached", async () => {
    const source = await sqlite.create();
    const s3 = await startS3();
    const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = s3.settings();
    const WAYBILL_BACKUPS = `s3://${s3.bucket}/safe?endpoint=${s3.endpoint}`;
    const setting = { WAYBILL_BACKUPS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
    await make((await install()).installation, s3Place(addressIn(s3, "safe")).place);
    expect(await backupsOf(source, setting)).toMatchObject([
      { status: "ok", summary: expect.stringContaining("The latest backup at s3://files/safe/ is of ") },
    ]);
    const [refused] = await backupsOf(source, { ...setting, AWS_SECRET_ACCESS_KEY: "another" });
    expect(refused).toMatchObject({
      status: "problem",
      summary: expect.stringMatching(/^The backups at s3:\/\/files\/safe\/ cannot be reached: .*403/),
    });
    expect(refused?.advice).toContain("WAYBILL_BACKUPS_ACCESS_KEY_ID");
    const gone = `s3://files/safe?endpoint=http://127.0.0.1:${await freePort()}`;
    expect(await backupsOf(source, { ...setting, WAYBILL_BACKUPS: gone })).toMatchObject([{ status: "problem" }]);
  });
});

test("a link to the S3 store is tried as a customer would", async () => {
  const s3 = await startS3();
  const { store } = await openS3(addressIn(s3, "shop"), { largestFile: 1024 ** 3 });
  const { source, add } = await install(store);
  const linksOf = async (more = "", changed = {}) =>
    about(await examineWith(source, { ...s3.settings({ more }), ...changed }, "--quick"), "store links");
  expect(await linksOf()).toMatchObject([{ status: "ok", summary: expect.stringContaining("No file is stored yet") }]);
  await add("sold");
  expect(await linksOf()).toMatchObject([
    { status: "ok", summary: expect.stringContaining("with their names and types") },
  ]);
  expect(await linksOf("&redirects=off")).toEqual([]);

  // What a customer meets in place of the store.
  let answer = () => new Response("moved", { status: 403 });
  const proxy = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answer() });
  const behind = `&public_endpoint=http://127.0.0.1:${proxy.port}`;
  expect(await linksOf(behind)).toMatchObject([{ status: "problem", summary: expect.stringContaining("answers 403") }]);
  answer = () => new Response("s", { headers: { "content-type": "text/plain" } });
  expect(await linksOf(behind)).toMatchObject([
    { status: "warning", summary: expect.stringContaining("without the names") },
  ]);
  await proxy.stop(true);
  const [silent] = await linksOf(behind);
  expect(silent).toMatchObject({ status: "problem", summary: expect.stringContaining("does not answer") });
  expect(silent?.advice).toContain("redirects=off");
  const [local] = await linksOf("", { WAYBILL_URL: "https://waybill.invalid" });
  expect(local).toMatchObject({ status: "problem", summary: expect.stringContaining("their own machine") });
});
