import { NotFound } from "../settings/not-found.tsx";
import { Calls } from "./calls.tsx";
import { KeyDetail } from "./key-detail.tsx";
import { NewKey } from "./new-key.tsx";

/** The screen of a path below `/admin/settings/api/`. */
export function Screens({ path }: { path: string }) {
  if (path === "new") return <NewKey />;
  if (path === "calls") return <Calls />;
  return /^\d+$/.test(path) ? <KeyDetail key={path} id={Number(path)} /> : <NotFound />;
}
