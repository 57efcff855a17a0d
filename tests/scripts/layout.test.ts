import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
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

test("docs/development.md names files that are there, in the folder that it named last, or that only one folder has", () => {
  const page = readFileSync(join(root, "docs/development.md"), "utf8");
  const files = [...new Bun.Glob("{src,admin,scripts,tests,bench,clients,docs}/**/*.*").scanSync({ cwd: root })];
  const isFile = (name: string) => /^[\w./{},-]+\.(ts|tsx|md|liquid)$/.test(name);
  const lost: string[] = [];
  let named = 0;
  for (const row of page.split(/\n\n|\n(?=\|)|\n(?=\d+\. |- )/)) {
    let folder = "";
    for (const [, name = ""] of row.matchAll(/`([^`\n]+)`/g)) {
      if (!name.includes(".") && existsSync(join(root, name))) folder = name;
      if (!isFile(name)) continue;
      named++;
      const found = files.filter((path) => path === name || path.endsWith(`/${name}`));
      const [file] = name.includes("/") ? found : found.filter((path) => dirname(path) === folder);
      const parents = new Set(found.map((path) => dirname(dirname(path))));
      if (found.length === 0 || (file === undefined && parents.size > 1))
        lost.push(`${name} in: ${row.trim().slice(0, 60)}`);
      folder = dirname(file ?? found[0] ?? folder);
    }
  }
  expect(named).toBeGreaterThan(200);
  expect(lost).toEqual([]);
});
