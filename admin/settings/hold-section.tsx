import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import type { Account } from "../api/types.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";

/** Loaded separately: owners set rules once. */
const formCode = lazyCode(() => import("./hold-form.tsx"));

/** Rules that put orders on hold. */
export function HoldSection({ account }: { account: Account }) {
  const { code, error, retry } = useLazyCode(formCode);
  if (code) return <code.HoldForm account={account} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : <LoadingSection lines={8} />;
}
