import { useParams } from "react-router";
import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";

/** Loaded separately: owners connect a shop once. */
const screensCode = lazyCode(() => import("./screens.tsx"));

/** The screens of connected shops. */
export function Connections() {
  const path = useParams()["*"] ?? "";
  return <Lazy loaded={screensCode}>{(code) => <code.Screens path={path} />}</Lazy>;
}
