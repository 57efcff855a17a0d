import { NotFound } from "../layout/not-found.tsx";
import { ConnectShop } from "./connect-shop.tsx";
import { ConnectionDetail } from "./connection-detail.tsx";
import { ConnectionList } from "./connection-list.tsx";
import { EventDetail } from "./event-detail.tsx";

/** The screen of a path below `/admin/connections/`. */
export function Screens({ path }: { path: string }) {
  if (path === "") return <ConnectionList />;
  if (path === "new") return <ConnectShop />;
  const [, event] = /^events\/(\d+)$/.exec(path) ?? [];
  if (event) return <EventDetail key={event} id={event} />;
  return /^\d+$/.test(path) ? <ConnectionDetail key={path} id={path} /> : <NotFound />;
}
