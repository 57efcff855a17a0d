import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const root = join(import.meta.dir, "../..");

/** Paths below the root that a pattern finds, without what is installed, built or somebody's data. */
function paths(pattern: string): string[] {
  const found = [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })];
  return found.filter((path) => !/(^|\/)(node_modules|\.git|dist|data|fixtures)\//.test(path)).toSorted();
}

const read = (path: string) => readFileSync(join(root, path), "utf8");

/** A page without its examples, in which brackets and number signs mean something else. */
const prose = (path: string) => read(path).replace(/^( *)```[\s\S]*?^\1```/gm, "");

/** The headings of a page, without marks. */
function headings(path: string): string[] {
  const found = [...prose(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = ""]) => text);
  return found.map((text) => text.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/[`*]/g, ""));
}

/** The names by which headings can be linked to, as GitHub makes them. */
function anchors(path: string): string[] {
  const seen = new Map<string, number>();
  return headings(path).map((text) => {
    const name = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}-${times}`;
  });
}

const pages = paths("**/*.md");

describe("links", () => {
  test.each(pages)("of %s lead somewhere", (page) => {
    const text = prose(page).replace(/`[^`\n]*`/g, "");
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const broken = targets.filter((target) => {
      if (/^[a-z]+:|^\//.test(target)) return false;
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? page : normalize(join(dirname(page), path));
      if (!existsSync(join(root, file))) return true;
      return anchor !== undefined && !anchors(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("all pages can be reached from the README", () => {
    const reached = new Set<string>();
    const follow = (page: string) => {
      if (reached.has(page)) return;
      reached.add(page);
      for (const [, path = ""] of prose(page).matchAll(/\]\(([^)\s#]+\.md)[^)\s]*\)/g)) {
        if (!/^[a-z]+:/.test(path)) follow(normalize(join(dirname(page), path)));
      }
    };
    follow("README.md");
    expect(pages.filter((page) => page.startsWith("docs/") && !reached.has(page))).toEqual([]);
  });
});

test("the tests that pages name are there", () => {
  const named = (page: string) => [...prose(page).matchAll(/`((?:[\w-]+\/)+[\w-]+\.test\.tsx?)`/g)];
  const missing = pages.flatMap((page) =>
    named(page).flatMap(([, path = ""]) =>
      existsSync(join(root, path)) || existsSync(join(root, "tests", path)) ? [] : [`${page}: ${path}`],
    ),
  );
  expect(missing).toEqual([]);
});

/** What names pages: texts of commands, comments, settings of deployments. */
const naming = [
  ...["src", "admin", "scripts", "tests", "clients", "bench", "deploy"].flatMap((folder) => paths(`${folder}/**/*`)),
  ...["Dockerfile", ".dockerignore", "package.json"],
  ...pages,
].filter((path) => /(\.(tsx?|ya?ml|json|md|py|php|service|sh|html|css)|Dockerfile|ignore)$/.test(path));

test("each page and heading that is named in sources exists", () => {
  const wrong: string[] = [];
  for (const path of naming) {
    // A comment may be wrapped between a page and its heading.
    const text = read(path).replace(/\n\s*(\*|\/\/|#) ?/g, " ");
    for (const [, page = "", heading] of text.matchAll(
      /(?<![\w./])(docs\/[\w./-]+\.(?:md|json))(?:, ([A-Z][^)\n]*))?/g,
    )) {
      const isThere = existsSync(join(root, page));
      if (!isThere) wrong.push(`${path}: ${page}`);
      else if (heading && !headings(page).some((text) => heading.startsWith(text)))
        wrong.push(`${path}: ${page}, ${heading}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** The file of `docs` that is served at an address. */
const fileOf = (address: string) =>
  [`${address.slice(1)}.md`, join(address.slice(1), "README.md")].find((file) => existsSync(join(root, file)));

test("each page and heading that the area, pages and emails link to at /docs exists", () => {
  const wrong: string[] = [];
  let followed = 0;
  for (const path of [...paths("admin/**/*.{ts,tsx}"), ...paths("src/**/*.{ts,tsx}")]) {
    for (const [, address = "", anchor] of read(path).matchAll(
      /["'`(](\/docs(?:\/[\w-]+)*)(?:#([\w-]+))?(?=["'`)])/g,
    )) {
      if (/^\/docs\/api\b/.test(address)) continue;
      followed++;
      const file = fileOf(address);
      if (!file || (anchor && !anchors(file).includes(anchor))) wrong.push(`${path}: ${address}#${anchor ?? ""}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(followed).toBeGreaterThan(10);
});
