import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";

/** The screens of one order. The list comes first. */
const screensCode = lazyCode(() => import("./order-screens.ts"));

export function OrderDetail() {
  return <Lazy loaded={screensCode}>{(code) => <code.OrderDetail />}</Lazy>;
}

export function OrderNew() {
  return <Lazy loaded={screensCode}>{(code) => <code.OrderNew />}</Lazy>;
}
