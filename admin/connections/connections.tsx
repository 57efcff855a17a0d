import { useParams } from "react-router";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { LoadingSection } from "../components/loading-section.tsx";

/** Loaded separately: owners connect a shop once. */
const screensCode = lazyCode(() => import("./screens.tsx"));

/** The screens of connected shops. */
export function Connections() {
  const path = useParams()["*"] ?? "";
  const { code, error, retry } = useLazyCode(screensCode);
  if (code) return <code.Screens path={path} />;
  return error ? <ErrorNotice error={error} retry={retry} /> : <LoadingSection lines={8} />;
}
