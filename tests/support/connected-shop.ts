import { type Store, until } from "./service.ts";
import { v3 } from "./v3.ts";

/** What tests ask of a store whose shops are connected. */
export function connectedShop(store: () => Store) {
  const orderOf = async (vendorId: string) =>
    (await v3(store(), "GET", `vorders/${encodeURIComponent(vendorId)}`)).body.order;
  const made = async (vendorId: string) => {
    await until(`${vendorId} is here`, async () => (await orderOf(vendorId)) !== null);
    return orderOf(vendorId);
  };
  const eventsOf = async ({ id }: { id: number }) =>
    (await v3(store(), "GET", `connections/${id}/events?page_size=500`)).body.connection_events;
  const settled = (connection: { id: number }) =>
    until("all events are processed", async () =>
      (await eventsOf(connection)).every(({ status }: { status: string }) => status !== "pending"),
    );
  const newest = async (connection: { id: number }) => (await eventsOf(connection))[0];
  const newestSettled = async (connection: { id: number }) => {
    await until("the newest event is processed", async () => (await newest(connection))?.status !== "pending");
    return newest(connection);
  };
  const revoked = (vendorId: string) =>
    until(`${vendorId} is revoked`, async () => (await orderOf(vendorId))?.state === "revoked");
  const needing = async (externalId: unknown) => {
    const { connection_events } = (await v3(store(), "GET", "connection_events?page_size=500")).body;
    return connection_events.filter(({ external_id }: { external_id: string }) => external_id === String(externalId));
  };
  const emailsOf = async ({ id }: { id: number }) => (await v3(store(), "GET", `emails?order_id=${id}`)).body.emails;
  return { orderOf, made, revoked, eventsOf, settled, newest, newestSettled, needing, emailsOf };
}
