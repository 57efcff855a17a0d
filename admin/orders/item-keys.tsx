import { Button, Checkbox, Code, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { handOutLicenseKey, replaceLicenseKey, useItemKeys, useOrderAction } from "../api/orders.ts";
import { useRights } from "../api/session.ts";
import type { Order, OrderItem } from "../api/types.ts";
import { Copy } from "../components/copy.tsx";
import { holderName } from "../components/email-words.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { moment, number } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { KeysDue } from "./keys-due.tsx";
import { NoKeyLeft } from "./no-key-left.tsx";

interface ItemProps {
  order: Order;
  item: OrderItem;
}

/**
 * The license keys of a product in an order, those that are still to come, and why there are none. An owner replaces them, and
 * hands some out.
 */
export function ItemKeys({ order, item }: ItemProps) {
  const { canChange } = useRights();
  // Null: no dialog. `give`: a unit without a key gets one. Otherwise the key to replace.
  const [dialog, setDialog] = useState<{ replaces: string } | "give" | null>(null);
  const changes = canChange && order.held_at === null && order.revoked_at === null && item.revoked_at === null;
  const handsOut = (
    <Button size="compact-sm" variant="default" onClick={() => setDialog("give")}>
      Hand out a key…
    </Button>
  );
  return (
    <Stack gap={6} mt="xs">
      {item.license_keys.map((key) => (
        <Group key={key} gap="xs">
          <KeyText value={key} />
          <Copy value={key} label={`Copy ${nameOfKey(key)}`} />
          {changes && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Replace ${nameOfKey(key)}`}
              onClick={() => setDialog({ replaces: key })}
            >
              Replace…
            </Button>
          )}
        </Group>
      ))}
      {item.license_keys_due > 0 && (
        <Group gap="xs">
          <KeysDue order={order} item={item} />
          {changes && handsOut}
        </Group>
      )}
      {item.license_keys_omitted !== null && (
        <Group gap="xs">
          <Text size="sm">{omittedWords(item)}</Text>
          {changes && !order.test && (
            <>
              {handsOut}
              <NoKeyLeft item={item} />
            </>
          )}
        </Group>
      )}
      <Modal
        opened={dialog !== null}
        onClose={() => setDialog(null)}
        title={dialog === "give" ? "Hand out a license key" : "Replace license key"}
        centered
      >
        {dialog !== null && (
          <KeyForm
            item={item}
            holder={holderName(order)}
            replaces={dialog === "give" ? null : dialog.replaces}
            onClose={() => setDialog(null)}
          />
        )}
      </Modal>
    </Stack>
  );
}

interface KeyFormProps {
  item: OrderItem;
  holder: ReturnType<typeof holderName>;
  replaces: string | null;
  onClose: () => void;
}

/** Asks which key the item gets, and in the place of which. */
function KeyForm({ item, holder, replaces, onClose }: KeyFormProps) {
  const { data: keys = [], error, refetch } = useItemKeys(item.id);
  const [reason, setReason] = useState("");
  const [key, setKey] = useState("");
  const [sends, setSends] = useState(true);
  const old = keys.find((one) => one.key === replaces && one.replaced_at === null);
  const replaced = keys.filter(({ replaced_at }) => replaced_at !== null);
  const giving = useOrderAction(async () => {
    const by = { license_key: key.trim() || null, send_email: sends };
    const { license_key: given, email_not_sent: why } = old
      ? await replaceLicenseKey(item.id, old.id, { reason, ...by })
      : await handOutLicenseKey(item.id, by);
    onClose();
    showDone(old ? `The license key was replaced by ${given.key}.` : `The ${holder} has ${given.key} now.`);
    if (why !== null) showError(new Error(`The email with the key was not sent. ${why}`));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (replaces === null || old) giving.mutate(undefined);
  };
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {replaces !== null && (
          <>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {isFile(replaces) ? "The license file" : <Code>{replaces}</Code>} stops working: programs that ask about
              it hear that it is revoked. {`The ${holder} gets another key.`}
            </Text>
            <TextInput
              label="Reason"
              description="Only your store sees it."
              maxLength={255}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              data-autofocus
            />
          </>
        )}
        <TextInput
          label="New key"
          placeholder="The next one of the product's keys"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <NoKeyLeft item={item} />
        <Checkbox
          label={`Send the ${holder} the email with the key`}
          checked={sends}
          onChange={(event) => setSends(event.currentTarget.checked)}
        />
        {replaced.length > 0 && (
          <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Replaced before">
            {replaced.map((one) => (
              <Text key={one.id} component="li" size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {[`${one.key} was replaced`, one.replaced_at && moment(one.replaced_at), one.replaced_reason]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            ))}
          </Stack>
        )}
        <FormProblem error={giving.error} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={giving.isPending} disabled={replaces !== null && !old}>
            {replaces === null ? "Hand out key" : "Replace key"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isFile = (key: string) => key.includes("\n");

/** As buttons say it: nobody wants to hear the text of a license file. */
const nameOfKey = (key: string) => (isFile(key) ? "license file" : `license key ${key}`);

/** A license key; of a license file, as much as fits on a few lines, and the rest by scrolling. */
function KeyText({ value }: { value: string }) {
  const style = { overflowWrap: "anywhere", whiteSpace: "pre-wrap" } as const;
  if (!isFile(value)) return <Code style={style}>{value}</Code>;
  return (
    <Code block tabIndex={0} aria-label="License file" mah={120} style={{ ...style, overflow: "auto" }}>
      {value}
    </Code>
  );
}

const omissions: Record<NonNullable<OrderItem["license_keys_omitted"]>, string> = {
  test_order: "Test orders take none.",
  earlier_order: "You gave the product's keys only to newer orders.",
};

/** Says that units get no license key, and why. */
function omittedWords({ license_keys: { length: assigned }, license_keys_omitted: why, quantity }: OrderItem): string {
  const count = assigned > 0 ? `${number(assigned)} of ${number(quantity)} license keys assigned.` : "No license key.";
  return why === null ? count : `${count} ${omissions[why]}`;
}
