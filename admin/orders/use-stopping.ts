import { holdOrder, releaseOrder, restoreOrder, revokeOrder, useOrderAction } from "../api/orders.ts";
import { useSendsEmail } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { isToCome, orderOnItsWay, recipientOf } from "../components/email-words.ts";
import { showDone, showError } from "../components/notify.tsx";
import { orderName } from "../components/order-link.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { keysOnRelease } from "./keys-on-release.ts";

/** Puts the order on hold and revokes it, and makes it work again. Holding and revoking can be undone from the toast. */
export function useStopping(order: Order) {
  const { id } = order;
  const sendsEmail = useSendsEmail();
  const action = useOrderAction((change: () => Promise<Order>) => change());
  // Its own: while an action's queries load again, another call of it is ignored.
  const undoing = useOrderAction((change: () => Promise<Order>) => change());
  const perform = (change: () => Promise<Order>, done: (order: Order) => string) =>
    action.mutate(change, { onError: showError, onSuccess: (order) => showDone(done(order)) });
  const stop = (change: () => Promise<Order>, done: string, undo: () => Promise<Order>, undone: string) =>
    action.mutate(change, {
      onError: showError,
      onSuccess: () =>
        showDone(done, () =>
          undoing.mutate(undo, {
            onError: showError,
            onSuccess: (order) => showDone(worksAgain(order, undone, sendsEmail)),
          }),
        ),
    });
  return {
    busy: action.isPending,
    hold: () =>
      stop(
        () => holdOrder(id),
        onHold,
        () => releaseOrder(id),
        "released",
      ),
    askRelease: () =>
      confirmAction({
        title: `Release order ${orderName(order)}?`,
        words: consequence(order, sendsEmail),
        confirmLabel: "Release order",
        onConfirm: () =>
          perform(
            () => releaseOrder(id),
            (order) => worksAgain(order, "released", sendsEmail),
          ),
      }),
    askRestore: () =>
      confirmAction({
        title: `Restore order ${orderName(order)}?`,
        words: consequence(order, sendsEmail),
        confirmLabel: "Restore order",
        onConfirm: () =>
          perform(
            () => restoreOrder(id),
            (order) => worksAgain(order, "restored", sendsEmail),
          ),
      }),
    askRevoke: () =>
      confirmAction({
        title: `Revoke order ${orderName(order)}?`,
        words:
          "Its links stop working at once, and the customer reads that you have withdrawn the order. Its license keys stay assigned, but its page no longer shows them. You can restore the order at any time.",
        confirmLabel: "Revoke order",
        onConfirm: () =>
          stop(
            () => revokeOrder(id),
            revoked,
            () => restoreOrder(id),
            "restored",
          ),
      }),
  };
}

const onHold = "The order is on hold. It delivers nothing until you release it.";
const revoked = "The order was revoked. Its links no longer work.";

/** Says what releasing or restoring the order does. Nothing takes an email back. */
function consequence(order: Order, sendsEmail: boolean): string {
  const links = order.status === "expired" ? "Its links have expired." : "Its links work again.";
  const keys = keysOnRelease([order]);
  const delivered = keys === null ? "" : ` It gets ${keys}, if the product has any left.`;
  if (isToCome(order)) return `${links}${delivered} The gift is delivered on its day.`;
  const to = readableAddress(recipientOf(order));
  const email = sendsEmail ? `goes to ${to} at once` : "is kept here, not sent";
  return `${links}${delivered} If its email waited, it ${email}.`;
}

function worksAgain(order: Order, done: string, sendsEmail: boolean): string {
  const { status, email_status } = order;
  const notes = {
    queued: orderOnItsWay(order, sendsEmail),
    over_allowance: "The daily email limit was reached, so resend the email tomorrow.",
  };
  const note = email_status === "queued" || email_status === "over_allowance" ? ` ${notes[email_status]}` : "";
  const links = status === "expired" ? "Its links have expired, so extend or reopen it." : "Its links work again.";
  return `The order was ${done}. ${links}${note}`;
}
