import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";

const screenCode = lazyCode(() => import("./transfer.tsx"));

/** The screen of imports and exports. Most visits do not need it. */
export function Transfer() {
  return (
    <Lazy loaded={screenCode} lines={6}>
      {(code) => <code.Transfer />}
    </Lazy>
  );
}
