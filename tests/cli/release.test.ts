import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";

const textOf = (path: string) => readFileSync(join(import.meta.dir, "../..", path), "utf8");

// Where docs/contribute/releasing.md says that the number stands.
test.each([
  ["package-lock.json", /"version": "([^"]+)"/],
  ["clients/typescript/package.json", /"version": "([^"]+)"/],
  ["clients/typescript/README.md", /install \.\/waybill-client-([^"]+)\.tgz/],
  ["clients/python/pyproject.toml", /^version = "([^"]+)"/m],
  ["deploy/kubernetes/waybill.yaml", /image: \S+\/waybill:(\S+)/],
  ["CHANGELOG.md", /^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$/m],
])("%s has the version of package.json", (path, found) => {
  expect(found.exec(textOf(path))?.[1]).toBe(version);
});
