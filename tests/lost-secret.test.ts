import { expect, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runOn } from "./_backup.ts";
import { databasesUnderTest } from "./_databases.ts";

test.each(databasesUnderTest)(
  "without the secret of its values on $name, a start says so and writes no other",
  async ({ create }) => {
    const installation = await create();
    const path = join(installation.folder, "secret");
    rmSync(path);
    const { status, stderr } = await runOn(installation, ["serve"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(`WAYBILL_DATA: ${path} is missing`)]);
    expect(existsSync(path)).toBe(false);
  },
);
