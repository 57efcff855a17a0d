import { expect } from "bun:test";
import { browser, fetched } from "./downloads.ts";
import type { Store } from "./service.ts";

/** A page for a browser, one sentence for anything else, and neither kept by anything on the way. */
export async function expectRefusal(service: Store, path: string, status: number, words: RegExp) {
  const page = await fetched(service, path, browser);
  expect([page.status, page.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
  expect(page.body).toContain("What to do");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.headers.get("vary")).toBe("accept");
  const sentence = await fetched(service, path, { accept: "*/*" });
  expect([sentence.status, sentence.headers.get("content-type")]).toEqual([status, "text/plain; charset=utf-8"]);
  expect(sentence.body).toMatch(/^[A-Z][^<>\n]+\.\n$/);
  expect(sentence.body).toMatch(words);
  for (const answer of [page, sentence]) expect(answer.headers.get("cache-control")).toContain("no-store");
  const head = await fetched(service, path, {}, "HEAD");
  expect([head.status, head.body]).toEqual([status, ""]);
  expect(head.headers.get("content-length")).toBe(String(sentence.body.length));
}
