import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { browser, fetched, type Ordered, orderFiles, stateOf } from "../../support/downloads.ts";
import { type Store, until } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

const sound = new Uint8Array(1000).fill(7);

const previewOf = ({ guid, files }: Ordered, index = 0) => `/preview/${guid}/${files[index]?.split("/")[3]}`;

describe.each(anyDatabase)("on $name", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
    await v3(service, "PUT", "account", { allow_previews: true });
  });

  test("previews are off until the store allows them", async () => {
    const order = await orderFiles(service, { "song.mp3": sound });
    const page = async () => (await fetched(service, `${order.link}?page`, browser)).body;
    expect(await page()).toContain(`<audio controls="" preload="none" src="${previewOf(order)}"`);
    const { body } = await v3(service, "PUT", "account", { allow_previews: false });
    expect(body.account.allow_previews).toBe(false);
    expect(await page()).not.toContain("/preview/");
    expect((await fetched(service, previewOf(order))).status).toBe(404);
    await v3(service, "PUT", "account", { allow_previews: true });
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
  });

  test("a preview is shown in a sandbox, and counts as a download", async () => {
    const order = await orderFiles(service, { "song.mp3": sound, "Über.pdf": "%PDF-1.4", "dot.png": "png" });
    for (const index of [0, 1, 2]) {
      const { status, headers } = await fetched(service, previewOf(order, index));
      expect(status).toBe(200);
      expect(headers.get("content-disposition")).toMatch(/^inline; filename=/);
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.* sandbox\b/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      // A page of another site that shows it would use up downloads.
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    }
    expect(await stateOf(service, order)).toMatchObject({ recorded: 3, counted: 3 });
    const head = await fetched(service, previewOf(order), {}, "HEAD");
    expect([head.status, head.headers.get("accept-ranges")]).toEqual([200, "bytes"]);
    expect(await stateOf(service, order)).toMatchObject({ recorded: 3 });
  });

  test("only sound, video, pictures and PDF files have one", async () => {
    const order = await orderFiles(service, { "page.html": "<script>alert(1)</script>", "data.zip": "PK" });
    for (const index of [0, 1]) expect((await fetched(service, previewOf(order, index))).status).toBe(404);
    expect((await fetched(service, `${order.link}?page`, browser)).body).not.toContain("/preview/");
    expect(await stateOf(service, order)).toMatchObject({ recorded: 0 });
  });

  test("what players ask for in turn counts once", async () => {
    const order = await orderFiles(service, { "film.mp4": sound }, "<download_limit>1</download_limit>");
    const path = previewOf(order);
    // Safari: whether there are ranges, then the whole, then the end, where some files have their index.
    for (const range of ["bytes=0-1", "bytes=0-", "bytes=900-999", "bytes=2-"]) {
      expect([range, (await fetched(service, path, { range })).status]).toEqual([range, 206]);
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
    expect((await fetched(service, path, { range: "bytes=0-" })).status).toBe(403);
    expect((await fetched(service, path)).status).toBe(403);
    expect((await fetched(service, order.files[0] ?? "")).status).toBe(403);
  });

  test("parts that a player asks for at once count once, and never more than is left", async () => {
    const order = await orderFiles(service, { "film.mp4": sound }, "<download_limit>2</download_limit>");
    const path = previewOf(order);
    const ranges = ["bytes=0-", "bytes=500-", "bytes=990-999", "bytes=100-200"];
    const answers = await Promise.all(ranges.map((range) => fetched(service, path, { range })));
    expect(answers.map(({ status }) => status)).toEqual([206, 206, 206, 206]);
    expect(await stateOf(service, order)).toMatchObject({ recorded: 1 });
    const rush = await Promise.all(Array.from({ length: 10 }, () => fetched(service, path)));
    expect(rush.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await stateOf(service, order)).toEqual({ recorded: 2, counted: 2, remaining: 0 });
  });

  test("previews that do not count take nothing, work when nothing is left, and stand in the timeline only", async () => {
    const order = await orderFiles(service, { "song.mp3": sound }, "<download_limit>1</download_limit>");
    expect((await v3(service, "GET", "account")).body.account.count_previews).toBe(true);
    const { body } = await v3(service, "PUT", "account", { count_previews: false });
    expect(body.account.count_previews).toBe(false);
    for (const range of ["bytes=0-1", "bytes=0-", "bytes=500-", "bytes=0-"]) {
      expect([range, (await fetched(service, previewOf(order), { range })).status]).toEqual([range, 206]);
    }
    expect((await fetched(service, previewOf(order), {}, "HEAD")).status).toBe(200);
    expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 1 });
    const previewed = async () =>
      (await v3(service, "GET", `orders/${order.id}/timeline`)).body.timeline
        .filter(({ kind }: { kind: string }) => kind === "file.previewed")
        .map(({ summary }: { summary: string }) => summary)
        .toSorted();
    await until("the previews are written", async () => (await previewed()).length > 0);
    expect(await previewed()).toEqual(["File in the page opened", "File in the page opened last, 2 times in all"]);
    expect((await fetched(service, order.files[0] ?? "")).status).toBe(200);
    expect((await fetched(service, order.files[0] ?? "")).status).toBe(403);
    const page = await fetched(service, `${order.link}?page`, browser);
    expect(page.body).toContain("/preview/");
    expect(page.body).not.toContain("counts as one download");
    expect((await fetched(service, previewOf(order))).status).toBe(200);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
    await v3(service, "POST", `orders/${order.id}/revoke`, {});
    expect((await fetched(service, previewOf(order))).status).toBe(410);
    await v3(service, "PUT", "account", { count_previews: true });
  });

  test("a used-up file has no preview, and its refusal offers what to do", async () => {
    const order = await orderFiles(service, { "song.mp3": sound }, "<download_limit>1</download_limit>");
    expect((await fetched(service, previewOf(order))).status).toBe(200);
    const refused = await fetched(service, previewOf(order), browser);
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("renewal");
    expect((await fetched(service, order.link, browser)).body).not.toContain("/preview/");
  });
});
