import { describe, expect, test } from "bun:test";
import { createReleaseDigests } from "../../../src/delivery/catalog/release-digests.ts";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { FilesUnreachable } from "../../../src/platform/files/store.ts";
import { createLog } from "../../../src/platform/log.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { failureOf } from "../../support/failures.ts";
import { uploadRaw } from "../../support/files.ts";
import { makeProduct, send } from "../../support/products.ts";
import { until } from "../../support/service.ts";

const sha512 = (text: string) => new Bun.CryptoHasher("sha512").update(text).digest("base64");

describe.each(databasesUnderTest)("on $name, the digest of a released file", async ({ makeStore }) => {
  const store = await makeStore();
  const { db } = store;

  /** A released file in a store that answers, or fails, when it is told to. */
  async function releasedFile(content: string) {
    const { id } = await uploadRaw(store, "app.exe", content);
    const product = await makeProduct(store, { item_assets: [id] });
    await send(store, "PUT", `products/${product.id}/files/${id}/versions/1`, { version: "1.0", platform: "any" });
    const disk = await openDiskStore(temporaryFolder());
    const { key, ...stored } = await disk.put(new Blob([content]).stream());
    const answers: PromiseWithResolvers<void>[] = [];
    const files: typeof disk = {
      ...disk,
      async open(asked) {
        const answer = Promise.withResolvers<void>();
        answers.push(answer);
        await answer.promise;
        return disk.open(asked);
      },
    };
    return { file: { id, version: 1, storageKey: key, ...stored }, files, answers };
  }

  test("is computed once for all who ask, and also if nobody waits so long", async () => {
    const { file, files, answers } = await releasedFile("program");
    const digests = createReleaseDigests({ db, files, log: createLog("silent") }, { longestWait: 0 });
    expect(await digests.sha512Of(1, file)).toBeNull();
    expect(await digests.sha512Of(1, file)).toBeNull();
    answers[0]?.resolve();
    await until("it is known", async () => (await digests.sha512Of(1, file)) !== null);
    expect(await digests.sha512Of(1, file)).toBe(sha512("program"));
    expect(answers).toHaveLength(1);
  });

  test("is computed for one file of a store at a time, so that others have their turn", async () => {
    const { file, files, answers } = await releasedFile("program");
    const [second, other] = [await releasedFile("second"), await releasedFile("other")];
    const opened: string[] = [];
    const open: typeof files.open = async (key) => {
      opened.push(key);
      const [one] = [{ file, files }, second, other].filter((released) => released.file.storageKey === key);
      return one?.files.open(key) ?? null;
    };
    let looks = 0;
    const counted = db.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        looks += 1;
        return result;
      },
    });
    const digests = createReleaseDigests(
      { db: { ...db, read: counted }, files: { ...files, open }, log: createLog("silent") },
      { longestWait: 600_000 },
    );
    const first = digests.sha512Of(1, file);
    await until("its file is opened", () => answers.length === 1);
    const asked = [first, digests.sha512Of(1, second.file), digests.sha512Of(2, other.file)];
    // Who is still looking for a kept digest is not in line yet.
    await until("all three are in line", () => looks === 3);
    for (const { answers: all } of [{ answers }, other, second]) {
      await until("its file is opened", () => all.length === 1);
      all[0]?.resolve();
    }
    expect(await Promise.all(asked)).toEqual([sha512("program"), sha512("second"), sha512("other")]);
    expect(opened).toEqual([file, other.file, second.file].map(({ storageKey }) => storageKey));
  });

  test("is tried again after the store could not be reached", async () => {
    const { file, files, answers } = await releasedFile("program");
    const digests = createReleaseDigests({ db, files, log: createLog("silent") });
    const asked = digests.sha512Of(1, file);
    await until("the store is asked", () => answers.length === 1);
    answers[0]?.reject(new Error("The disk is gone."));
    expect(await failureOf(asked)).toBeInstanceOf(FilesUnreachable);
    const again = digests.sha512Of(1, file);
    await until("the store is asked again", () => answers.length === 2);
    answers[1]?.resolve();
    expect(await again).toBe(sha512("program"));
  });
});
