import { useOrdersWaitingForSku } from "../api/earlier-orders.ts";
import { useSendsEmail } from "../api/session.ts";
import { confirmAction } from "../components/confirm.tsx";
import { number } from "../components/format.ts";
import { showError } from "../components/notify.tsx";

/** Asks before a product gets a SKU for which orders of shops wait, because it delivers them. */
export function useWaitingOrders() {
  const counting = useOrdersWaitingForSku();
  const sendsEmail = useSendsEmail();
  /** Calls `go` at once if none wait, or if the person agrees. */
  const ask = (sku: string, confirmLabel: string, go: () => void) => {
    // The form says what is wrong.
    if (sku === "") return go();
    counting.mutate(sku, {
      onError: showError,
      onSuccess: (orders) =>
        orders === 0 ? go() : confirmAction({ ...question(sku, orders, sendsEmail), confirmLabel, onConfirm: go }),
    });
  };
  return { ask, isPending: counting.isPending };
}

function question(sku: string, orders: number, sendsEmail: boolean) {
  const [them, wait, are, emails] =
    orders === 1
      ? ["it", "1 order waits", "It is", "an email"]
      : ["them", `${number(orders)} orders wait`, "They are", "an email each"];
  const how = sendsEmail ? `with ${emails}` : "and the emails are kept here";
  return {
    title: `Deliver ${orders === 1 ? "1 order" : `${number(orders)} orders`}?`,
    words: `${wait} for a product with the SKU ${sku}. ${are} delivered within a minute, ${how}, with what the product has then. To leave ${them} out, choose “Leave it as it is” at the event of the connection first.`,
  };
}
