import { Alert, Anchor, Button, Group, List, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import { type GivenContents, giveContents, useEarlierBundles } from "../api/earlier-orders.ts";
import { useProductAction } from "../api/products.ts";
import { confirmAction } from "../components/confirm.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { number } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { orderAddress } from "../components/order-address.ts";

const inWords = (orders: number) => (orders === 1 ? "1 order" : `${number(orders)} orders`);

/** Orders of the bundle from before it held all that it holds now, which get what they lack if the owner says so. */
export function EarlierBundles({ id }: { id: number }) {
  const { data } = useEarlierBundles(id);
  const [sendsEmail, setSendsEmail] = useState(false);
  const [given, setGiven] = useState(0);
  const [failed, setFailed] = useState<GivenContents["failed"]>([]);
  const giving = useProductAction(async () => {
    setGiven(0);
    setFailed([]);
    let sum = { given: 0, emailed: 0, failed: [] as GivenContents["failed"] };
    for (let next: number | null = 0; next !== null; ) {
      const step: GivenContents = await giveContents(id, { send_email: sendsEmail, after: next });
      sum = {
        given: sum.given + step.given,
        emailed: sum.emailed + step.emailed,
        failed: [...sum.failed, ...step.failed],
      };
      setGiven(sum.given);
      next = step.next;
    }
    return sum;
  });
  const give = () =>
    giving.mutate(undefined, {
      onSuccess({ given, emailed, failed }) {
        setFailed(failed);
        showDone(`${inWords(given)} changed${sendsEmail ? `, ${number(emailed)} emailed now` : ""}.`);
      },
    });
  if (!data || data.orders === 0) return null;
  const { orders, ended } = data;
  const ask = () =>
    confirmAction({
      title: `Give it to ${inWords(orders)}?`,
      words: `${orders === 1 ? "The order gets" : "Each order gets"} what it lacks of what this bundle holds now. ${
        sendsEmail ? "Each customer gets the delivery email again." : "Customers get no email."
      } This cannot be undone.`,
      confirmLabel: sendsEmail ? "Give and email" : "Give",
      onConfirm: give,
    });
  return (
    <Alert
      mb="md"
      color="blue"
      role="status"
      title={`${inWords(orders)} ${orders === 1 ? "lacks" : "lack"} something of this bundle`}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {orders === 1 ? "It was" : "They were"} made before the bundle held all that it holds now.
          {ended > 0 &&
            ` Besides, ${inWords(ended)} whose links have expired ${ended === 1 ? "lacks" : "lack"} something: extend ${ended === 1 ? "it" : "them"} first.`}
        </Text>
        <Switch
          label="Email each customer"
          checked={sendsEmail}
          disabled={giving.isPending}
          onChange={(event) => setSendsEmail(event.currentTarget.checked)}
        />
        {failed.length > 0 && (
          <div>
            <Text size="sm">These orders would become too large, so they stay as they are:</Text>
            <List size="sm">
              {failed.map(({ order_id }) => (
                <List.Item key={order_id}>
                  <Anchor href={orderAddress(order_id)} size="sm" underline="always">
                    {order_id}
                  </Anchor>
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <FormProblem error={giving.error} />
        <Group>
          <Button variant="default" loading={giving.isPending} onClick={ask}>
            {`Give it to ${inWords(orders)}…`}
          </Button>
          {giving.isPending && <Text size="sm" role="status">{`${number(given)} of ${number(orders)}`}</Text>}
        </Group>
      </Stack>
    </Alert>
  );
}
