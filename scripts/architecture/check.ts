import { join } from "node:path";
import { importViolations } from "./imports.ts";
import type { SourceFile } from "./source.ts";
import { tableViolations } from "./tables.ts";

const root = join(import.meta.dir, "../..");

/** Checks the rules of this folder (docs/development.md, Rules that are checked), and prints what breaks them. */
const files = await readSources();
const violations = [...importViolations(files), ...tableViolations(files, { all: true })];
for (const { path, line, message } of violations) console.error(`${path}:${line} ${message}`);
if (violations.length > 0) process.exitCode = 1;

async function readSources(): Promise<SourceFile[]> {
  const paths = [...new Bun.Glob("{src,admin}/**/*.{ts,tsx}").scanSync(root)].sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })));
}
