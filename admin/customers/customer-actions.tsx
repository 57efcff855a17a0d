import { Button, Menu } from "@mantine/core";
import { resendToCustomer, useCustomerAction } from "../api/customers.ts";
import { useRights, useSendsEmail } from "../api/session.ts";
import type { Customer } from "../api/types.ts";
import { showDone, showError } from "../components/notify.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { SendButton, useJustSent } from "../components/send-button.tsx";
import { useDialog } from "../components/use-dialog.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

/** The customer's action buttons. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const { email, orders } = customer;
  const { canManage } = useRights();
  const sendsEmail = useSendsEmail();
  const address = useDialog("address");
  const erase = useDialog("erase");
  const resending = useCustomerAction(resendToCustomer);
  const sent = sendsEmail
    ? `An email with all links is on its way to ${readableAddress(email)}.`
    : "The email is kept in the mailbox. There is no mail server to send it.";
  const { justSent, markSent } = useJustSent();
  const showSent = () => {
    markSent();
    showDone(sent);
  };
  const resend = () => resending.mutate(email, { onSuccess: showSent, onError: showError });
  return (
    <>
      <SendButton variant="default" onClick={resend} loading={resending.isPending} justSent={justSent}>
        Send all links
      </SendButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">More</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={address.open}>Change address…</Menu.Item>
          {canManage && (
            <Menu.Item color="var(--mantine-color-red-light-color)" onClick={erase.open}>
              Erase customer…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <AddressDialog customer={customer} opened={address.opened} onClose={address.close} />
      {canManage && (
        <EraseDialog
          email={email}
          words={orders > 0 ? erasureWords : giftErasureWords}
          opened={erase.opened}
          onClose={erase.close}
        />
      )}
    </>
  );
}

const erasureWords =
  "Name, address, emails, notes and IP addresses are erased from all orders, and all links end. Counts and revenue stay. Backups are not changed. This cannot be undone.";

const giftErasureWords =
  "Name, address, messages, emails and notes are erased. Gifts stay orders of their buyers, and links that this person kept work on. Backups are not changed. This cannot be undone.";
