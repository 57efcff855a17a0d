import { describe, expect, test } from "bun:test";
import { readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { failureOf, thrownBy } from "../../support/failures.ts";
import { until } from "../../support/service.ts";

/** Paths of all files under `folder`. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Starts a process that puts bytes without end; `said` resolves with the first line it prints. */
function unfinishedPut(folder: string, fileSizeLimit = "unlimited") {
  // A file over the limit fails to grow, as on a full disk, since the signal for it is ignored.
  const shell = `trap "" XFSZ; ulimit -f ${fileSizeLimit}; exec "$0" "$1" "$2"`;
  const script = join(import.meta.dir, "../../support/programs/unfinished-put.ts");
  const child = Bun.spawn(["bash", "-c", shell, process.execPath, script, folder], { stdout: "pipe", stdin: "ignore" });
  const reader = child.stdout.getReader();
  const said = reader.read().then(({ value }) => new TextDecoder().decode(value).trim());
  return { child, said };
}

async function killed(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGKILL");
  await child.exited;
}

describe("the disk store", () => {
  test("leaves no file behind when the content fails, nor after a check", async () => {
    const folder = temporaryFolder();
    const store = await openDiskStore(folder);
    const failing = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(1_000)),
      pull: (controller) => controller.error(new Error("gone")),
    });
    expect(await thrownBy(store.put(failing))).toThrow("gone");
    await store.check();
    expect(filesIn(folder)).toEqual([]);
  });

  test("rejects and leaves no file behind when the disk takes no more", async () => {
    const folder = temporaryFolder();
    const { child, said } = unfinishedPut(folder, "1024");
    try {
      expect(await said).toBe("EFBIG");
      expect(await child.exited).toBe(0);
    } finally {
      await killed(child);
    }
    expect(filesIn(folder)).toEqual([]);
  });

  test("stops its content and fails its check when its folder is gone", async () => {
    const folder = temporaryFolder();
    const store = await openDiskStore(folder);
    const { key } = await store.put(new Blob(["content"]).stream());
    renameSync(join(folder, "tmp"), join(folder, "away"));
    let canceled = false;
    const content = new ReadableStream<Uint8Array>({
      cancel() {
        canceled = true;
      },
    });
    expect(await thrownBy(store.put(content))).toThrow("ENOENT");
    expect(canceled).toBe(true);
    expect(await thrownBy(store.check())).toThrow("ENOENT");
    expect(await store.open(key)).not.toBeNull();

    rmSync(folder, { recursive: true });
    expect(await failureOf(store.open(key))).toMatchObject({ name: "FilesUnreachable", cause: { code: "ENOENT" } });
  });

  test("a process killed while it puts leaves no object; its temporary file goes at the next start only", async () => {
    const folder = temporaryFolder();
    const { child, said } = unfinishedPut(folder);
    try {
      expect(await said).toBe("writing");
      await openDiskStore(folder);
      expect(filesIn(folder)).toHaveLength(1);
    } finally {
      await killed(child);
    }
    expect(filesIn(join(folder, "objects"))).toEqual([]);
    await openDiskStore(folder);
    expect(filesIn(folder)).toEqual([]);
  });

  test("sweeps what an earlier process with our own id left, and what is a day old, but no put of our own", async () => {
    const folder = temporaryFolder();
    const store = await openDiskStore(folder);
    let finish = () => {};
    const putting = store.put(
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from("unhurt"));
          finish = () => controller.close();
        },
      }),
    );
    const living = Bun.spawn(["cat"], { stdin: "pipe" });
    try {
      await until("the put has its file", () => readdirSync(join(folder, "tmp")).length === 1);
      const left = (name: string, hoursOld: number) => {
        const path = join(folder, "tmp", name);
        writeFileSync(path, "left over");
        const written = new Date(Date.now() - hoursOld * 3_600_000);
        utimesSync(path, written, written);
      };
      const machine = readdirSync(join(folder, "tmp"))[0]?.split("-")[0] ?? "";
      left(`${machine}-${process.pid}-earlier`, 0);
      left(`${machine}-${living.pid}-stalled`, 25);
      left(`${machine}-${living.pid}-busy`, 23);
      // A process with this ID runs here, but it is another machine's file.
      left(`00000000-${process.pid}-elsewhere`, 0);
      left(`00000000-${living.pid}-stalled`, 25);
      left("foreign", 25);
      left("foreign-and-new", 0);
      await openDiskStore(folder);
      const names = readdirSync(join(folder, "tmp")).filter((name) => !/-[0-9a-f]{32}$/.test(name));
      const stay = [`${machine}-${living.pid}-busy`, `00000000-${process.pid}-elsewhere`, "foreign-and-new"];
      expect(names.toSorted()).toEqual(stay.toSorted());
    } finally {
      await killed(living);
      finish();
    }
    expect((await putting).sizeBytes).toBe(6);
  });
});
