import { expect, test } from "bun:test";
import { nextAddress } from "../../admin/sign-in/next-address.ts";

test.each([
  ["/admin/orders?status=expired#top", "/admin/orders?status=expired#top"],
  ["/admin/products/../orders", "/admin/orders"],
  ["/admin?range=7", "/admin?range=7"],
  ["/admin/..", "/admin"],
  ["/admin/./%2E./orders", "/admin"],
  ["/admin\\..\\orders", "/admin"],
  ["//evil.example/admin", "/admin"],
  ["/\\evil.example/admin", "/admin"],
  ["/\t/evil.example/admin", "/admin"],
  ["/admin/orders/../sign-in?next=/admin", "/admin"],
  ["/administration", "/admin"],
  ["javascript:alert(1)", "/admin"],
  ["admin/orders", "/admin"],
  [null, "/admin"],
])("leads from %p to %p", (next, screen) => {
  expect(nextAddress(next)).toBe(screen);
});
