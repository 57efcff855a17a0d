import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";

const screenCode = lazyCode(() => import("./transfer.tsx"));

/** The screen of imports and exports. Most visits do not need it. */
export function Transfer() {
  const { code, error, retry } = useLazyCode(screenCode);
  if (code) return <code.Transfer />;
  return error ? <ErrorNotice error={error} retry={retry} /> : <LoadingSection lines={6} />;
}
