import { Alert, Button, Group, List, Progress, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import { orderAddress } from "../components/order-address.ts";
import { orderName } from "../components/order-link.tsx";
import { type BulkRun, forgetBulk, leftOf, startBulk, stopBulk, useBulkRun } from "./bulk-run.ts";

/** Progress of a bulk action, and then what failed and why. */
export function BulkReport() {
  const run = useBulkRun();
  const queries = useQueryClient();
  if (run === null) return null;
  if (run.state === "running") return <Running run={run} />;
  const { failures, tried, orders, task } = run;
  const left = leftOf(run);
  const title =
    run.state === "stopped"
      ? `Stopped after ${number(tried)} of ${number(orders.length)} orders`
      : `${number(failures.length)} of ${number(orders.length)} orders failed`;
  return (
    <Alert color={failures.length > 0 ? "red" : "gray"} title={title} role="alert" mb="md">
      {failures.length > 0 && (
        <List size="sm" mah={240} style={{ overflowY: "auto" }}>
          {failures.map(({ order, words }) => (
            <List.Item key={order.id}>
              <TextLink to={orderAddress(order.id)} size="sm" underline="always">
                {orderName(order)}
              </TextLink>
              : {words}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={() => startBulk(queries, left, task)}>
          {run.state === "stopped" ? "Continue with" : "Retry"}{" "}
          {left.length === 1 ? "1 order" : `${number(left.length)} orders`}
        </Button>
        <Button size="xs" variant="default" onClick={forgetBulk}>
          Close
        </Button>
      </Group>
    </Alert>
  );
}

function Running({ run: { task, tried, orders } }: { run: BulkRun }) {
  const words = `${task.doing} ${number(tried)} of ${number(orders.length)}`;
  return (
    <Alert color="gray" mb="md" role="status">
      <Group justify="space-between" mb="xs">
        <Text size="sm">{words}</Text>
        <Button size="compact-sm" variant="default" onClick={stopBulk}>
          Stop
        </Button>
      </Group>
      <Progress value={(tried / orders.length) * 100} aria-label={words} />
    </Alert>
  );
}
