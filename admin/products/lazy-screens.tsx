import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";

/** The screens of one product. The list comes first. */
const screensCode = lazyCode(() => import("./product-screens.ts"));

export function ProductDetail() {
  return <Lazy loaded={screensCode}>{(code) => <code.ProductDetail />}</Lazy>;
}

export function ProductNew() {
  return <Lazy loaded={screensCode}>{(code) => <code.ProductNew />}</Lazy>;
}
