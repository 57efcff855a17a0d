import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

test("docs/development.md says what is in every folder of src", () => {
  const page = readFileSync(join(root, "docs/development.md"), "utf8");
  const layout = /^## Layout\n(.*?)^## /ms.exec(page)?.[1] ?? "";
  const foldersIn = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const folders = foldersIn("src").flatMap((wing) => foldersIn(`src/${wing}`).map((name) => ({ wing, name })));
  const isNamed = ({ wing, name }: (typeof folders)[number]) => new RegExp(`\`(?:${wing}/)?${name}\``).test(layout);
  expect(folders.length).toBeGreaterThan(30);
  expect(folders.filter((folder) => !isNamed(folder))).toEqual([]);
});
