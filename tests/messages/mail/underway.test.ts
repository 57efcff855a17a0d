import { expect, test } from "bun:test";
import type { ClaimedEmail } from "../../../src/messages/mail/sending/leases.ts";
import { usualTiming } from "../../../src/messages/mail/sending/timing.ts";
import { Underway } from "../../../src/messages/mail/sending/underway.ts";
import { transportsBy } from "../../support/mail-worker.ts";

const silent = { outcome: "sent", send: () => new Promise<never>(() => {}), close: async () => {} } as const;

test("a hundred stores whose own mail servers hang keep no other store from sending", async () => {
  const underway = new Underway();
  const shared = await transportsBy(silent).of({ accountId: 0, kind: "delivery", recipient: "" });
  let id = 0;
  const send = (accountId: number, isStores: boolean) => {
    const email = { id: ++id, accountId, kind: "delivery" } as ClaimedEmail;
    underway.add(email, (chosen) => {
      chosen({ ...shared, isStores });
      return new Promise(() => {});
    });
  };
  for (let store = 1; store <= 100; store++) for (let n = 0; n < 2; n++) send(store, true);
  send(500, false);
  const room = underway.room();
  expect(room.none).toHaveLength(100);
  // One that hangs, one that sends by the installation's server, and one that has not sent anything yet.
  expect([room.of(1), room.of(500), room.of(501)]).toEqual([-2, Number.POSITIVE_INFINITY, 2]);
  expect(underway.places(usualTiming).free).toBe(4);
});
