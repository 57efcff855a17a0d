import { lazyCode } from "../api/lazy-code.ts";
import type { Product } from "../api/types.ts";
import { Lazy } from "../components/lazy.tsx";

const tabCode = lazyCode(() => import("./product-keys.tsx"));

/** The license keys of a product. Most visits do not need them. */
export function ProductKeys({ product }: { product: Product }) {
  return <Lazy loaded={tabCode}>{(code) => <code.ProductKeys product={product} />}</Lazy>;
}
