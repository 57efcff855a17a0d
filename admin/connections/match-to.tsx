import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { ordersWaitingFor, useChangeConnection } from "../api/connections.ts";
import { useSendsEmail } from "../api/session.ts";
import type { Connection } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { number, quoted } from "../components/format.ts";
import { showDone, showError } from "../components/notify.tsx";
import { ProductSelect } from "../orders/product-select.tsx";

interface MatchToProps {
  connection: Connection;
  externalId: string;
  /** Of the product in the shop, if it is known. */
  name?: string;
  onDone?: () => void;
}

/** Says which product here a product of the shop is. Asks first if orders wait for it, because the match delivers them. */
export function MatchTo({ connection: { id, mappings, test }, externalId, name, onDone }: MatchToProps) {
  const changing = useChangeConnection(id);
  const sendsEmail = useSendsEmail();
  // It changes nothing, so who cancels can ask again at once.
  const counting = useMutation({ mutationFn: () => ordersWaitingFor(id, externalId) });
  const isNamed = () => {
    if (externalId === "") showError(new Error("Enter the product's ID in your shop first."));
    return externalId !== "";
  };
  /** `sku` is null to deliver nothing for it. */
  const ask = (sku: string | null) =>
    isNamed() &&
    counting.mutate(undefined, {
      onError: showError,
      onSuccess: (orders) => {
        if (orders === 0) return match(sku);
        const called = quoted(name || externalId);
        confirmAction({
          ...(sku === null
            ? { title: `Leave out ${called}?`, words: droppedWords(orders), confirmLabel: "Don't deliver" }
            : {
                title: `Match ${called} to ${sku}?`,
                words: waitingWords(orders, { test, sendsEmail }),
                confirmLabel: `Match and deliver ${orders === 1 ? "1 order" : `${number(orders)} orders`}`,
              }),
          onConfirm: () => match(sku),
        });
      },
    });
  const match = (sku: string | null) => {
    if (!isNamed()) return;
    const others = mappings.filter(({ external_id }) => external_id !== externalId);
    changing.mutate(
      { mappings: [...others, { external_id: externalId, sku, ...(name ? { name } : {}) }] },
      {
        onSuccess: () => {
          showDone(
            sku === null
              ? `${quoted(name || externalId)} is not delivered.`
              : `Matched to ${sku}. Waiting orders continue now.`,
          );
          onDone?.();
        },
        onError: showError,
      },
    );
  };
  return (
    <Group align="flex-end" gap="xs">
      <ProductSelect label="Product here" chosen={[]} onChoose={({ sku }) => ask(sku)} />
      <Button variant="default" loading={changing.isPending || counting.isPending} onClick={() => ask(null)}>
        Don't deliver
      </Button>
    </Group>
  );
}

/** What orders that wait for a product lose when it is not delivered. */
const droppedWords = (orders: number): string =>
  orders === 1
    ? "1 order waits for this product. It goes on without it."
    : `${number(orders)} orders wait for this product. They go on without it.`;

/** What a match does to orders that wait for it. */
function waitingWords(orders: number, { test, sendsEmail }: { test: boolean; sendsEmail: boolean }): string {
  const [wait, emails] =
    orders === 1
      ? ["1 order waits for this product. It is delivered now", "an email"]
      : [`${number(orders)} orders wait for this product. They are delivered now`, "an email each"];
  const how = sendsEmail ? `with ${emails}${test ? " to your store's address" : ""}` : "and the emails are kept here";
  return `${wait}, ${how}. To leave an order out, choose “Leave it as it is” at its event first.`;
}
