import type { ReactNode } from "react";
import { type LazyCode, useLazyCode } from "../api/lazy-code.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { LoadingSection } from "./loading-section.tsx";

/** What is drawn by code outside the first bundle; until it is there, a placeholder with this many lines, or nothing for 0. */
export function Lazy<Code>({
  loaded,
  lines = 8,
  children,
}: {
  /** From `lazyCode`. */
  loaded: LazyCode<Code>;
  lines?: number;
  children: (code: Code) => ReactNode;
}) {
  const { code, error, retry } = useLazyCode(loaded);
  if (code) return children(code);
  if (error) return <ErrorNotice error={error} retry={retry} />;
  return lines > 0 && <LoadingSection lines={lines} />;
}
