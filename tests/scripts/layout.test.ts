import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const root = join(import.meta.dir, "../..");

test("docs/development.md says what is in every folder of src", () => {
  const page = readFileSync(join(root, "docs/development.md"), "utf8");
  const layout = /^## Layout\n(.*?)^## /ms.exec(page)?.[1] ?? "";
  const files = [...new Bun.Glob("src/*/*/*").scanSync({ cwd: root })];
  const folders = new Set(files.map((path) => path.split("/").slice(1, 3).join("/")));
  const isNamed = (folder: string) => new RegExp(`\`(?:${dirname(folder)}/)?${basename(folder)}\``).test(layout);
  expect(folders.size).toBeGreaterThan(30);
  expect([...folders].filter((folder) => !isNamed(folder))).toEqual([]);
});
