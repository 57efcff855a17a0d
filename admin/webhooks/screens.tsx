import { NotFound } from "../settings/not-found.tsx";
import { DeliveryDetail } from "./delivery-detail.tsx";
import { EndpointDetail } from "./endpoint-detail.tsx";
import { EndpointList } from "./endpoint-list.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";

/** The screen of a path below `/admin/settings/webhooks/`. */
export function Screens({ path }: { path: string }) {
  if (path === "") return <EndpointList />;
  if (path === "new") return <NewEndpoint />;
  const [, delivery] = /^deliveries\/(\d+)$/.exec(path) ?? [];
  if (delivery) return <DeliveryDetail key={delivery} id={delivery} />;
  return /^\d+$/.test(path) ? <EndpointDetail key={path} id={path} /> : <NotFound />;
}
