import { Button, Menu } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { changeOrder, deleteOrder, expireOrder, reopenOrder, useOrderAction } from "../api/orders.ts";
import { isAnswerLost } from "../api/request.ts";
import { useSendsEmail } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { orderOnItsWay } from "../components/email-words.ts";
import { showDone, showError } from "../components/notify.tsx";
import { orderName } from "../components/order-link.tsx";
import { SendButton, useJustSent } from "../components/send-button.tsx";
import { useDialog } from "../components/use-dialog.ts";
import { type ExpirationChoice, endWords, expirationOf, waitingWords } from "./expiration.ts";
import { ExtendDialog } from "./extend-dialog.tsx";
import { OrderEdit } from "./order-edit.tsx";
import { hasFiles } from "./order-states.ts";
import { ResendDialog } from "./resend-dialog.tsx";
import { isUsedUp, type Resending, resend } from "./resending.ts";
import { isStopped } from "./stopped-order.tsx";
import { useAsking } from "./use-asking.ts";
import { useStopping } from "./use-stopping.ts";

/** The order's action buttons. */
export function OrderActions({ order }: { order: Order }) {
  const { id } = order;
  const navigate = useNavigate();
  const edit = useDialog("edit");
  const extend = useDialog("extend");
  const asking = useDialog("resend");
  const resending = useOrderAction((how: Resending) => resend(id, how));
  const extending = useOrderAction((expiration_date: string | null | undefined) =>
    changeOrder(id, { expiration_date }),
  );
  const { reset } = extending;
  // Clears the last error when the dialog opens again.
  useEffect(() => {
    if (extend.opened) reset();
  }, [extend.opened, reset]);
  const asked = useRef<{ choice: string; end: string | null | undefined } | null>(null);
  const endOf = (choice: ExpirationChoice) => {
    const text = JSON.stringify(choice);
    // After a lost answer the order may already be extended, so a retry must not add days twice.
    if (!isAnswerLost(extending.error) || asked.current?.choice !== text) {
      asked.current = { choice: text, end: expirationOf(choice, order) };
    }
    return asked.current.end;
  };
  const other = useOrderAction((change: () => Promise<unknown>) => change());
  const perform = (change: () => Promise<unknown>, done: string, onSuccessIfMounted?: () => void) =>
    other.mutate(change, {
      onError: showError,
      onSuccess: () => showDone(done),
      ...(onSuccessIfMounted ? { onSuccessIfMounted } : {}),
    });

  const delivers = !isStopped(order);
  const stopping = useStopping(order);
  const sendsEmail = useSendsEmail();
  const { justSent, markSent } = useJustSent();
  // The order may have changed since it was read, so the email comes from the answer.
  const showSent = (order: Order) => {
    markSent();
    showDone(orderOnItsWay(order, sendsEmail));
  };
  const asksToResend = order.status === "expired" || isUsedUp(order);
  const startResend = () => {
    resending.reset();
    if (asksToResend) asking.open();
    else resending.mutate({ kind: "as_it_is" }, { onError: showError, onSuccess: showSent });
  };
  const askExpire = () =>
    confirmAction({
      title: `Expire order ${orderName(order)}?`,
      words: "Its links stop working at once. You can extend or reopen the order at any time.",
      confirmLabel: "Expire order",
      onConfirm: () =>
        other.mutate(() => expireOrder(id), {
          onError: showError,
          onSuccess: () => showDone("The order was expired. Its links no longer work.", undoExpiry),
        }),
    });
  // An end that is counted from the first download cannot be set again.
  const undoExpiry =
    waitingWords(order) === null
      ? () =>
          extending.mutate(order.expiration_date ?? "never", {
            onError: showError,
            onSuccess: (extended) => showDone(endWords(extended)),
          })
      : undefined;
  const reopen = () => perform(() => reopenOrder(id), "The order was reopened with all its downloads.");
  const askDelete = () =>
    confirmAction({
      title: `Delete order ${orderName(order)}?`,
      words:
        "Its links stop working for good, and the customer's name and email address are deleted. The download history stays, and its license keys are not reused. This cannot be undone.",
      confirmLabel: "Delete order",
      onConfirm: () =>
        perform(
          () => deleteOrder(id),
          `Order ${orderName(order)} was deleted.`,
          () => navigate("/admin/orders"),
        ),
    });

  return (
    <>
      {delivers && (
        <SendButton variant="default" onClick={startResend} loading={resending.isPending} justSent={justSent}>
          {asksToResend ? "Resend email…" : "Resend email"}
        </SendButton>
      )}
      <Button variant="default" onClick={extend.open}>
        Extend…
      </Button>
      {delivers && order.status === "expired" && (
        <Button variant="default" onClick={reopen} loading={other.isPending}>
          Reopen
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={other.isPending || stopping.busy}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={edit.open}>Edit…</Menu.Item>
          {delivers && order.status === "open" && (
            <>
              <Menu.Item onClick={askExpire}>Expire…</Menu.Item>
              {hasFiles(order) && <Menu.Item onClick={reopen}>Reopen with all downloads</Menu.Item>}
            </>
          )}
          {delivers && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={stopping.hold}>Put on hold</Menu.Item>
              <Menu.Item onClick={stopping.askRevoke}>Revoke…</Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item color="var(--mantine-color-red-light-color)" onClick={askDelete}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ExtendDialog
        title={`Extend order ${orderName(order)}`}
        order={order}
        asking={useAsking([order], extend.opened)}
        opened={extend.opened}
        onClose={extend.close}
        busy={extending.isPending}
        error={extending.error}
        onExtend={(choice) =>
          extending.mutate(endOf(choice), {
            onSuccess: (extended) => showDone(endWords(extended)),
            onSuccessIfMounted: extend.close,
          })
        }
      />
      <ResendDialog
        title={`Resend the email of order ${orderName(order)}?`}
        orders={[order]}
        opened={asking.opened}
        onClose={asking.close}
        busy={resending.isPending}
        error={resending.error}
        onSend={(how) => resending.mutate(how, { onSuccess: showSent, onSuccessIfMounted: asking.close })}
      />
      <OrderEdit order={order} opened={edit.opened} onClose={edit.close} />
    </>
  );
}
