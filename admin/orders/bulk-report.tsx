import { Alert, Button, Group, List, Progress, Text } from "@mantine/core";
import { number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";
import type { BulkRun } from "./use-bulk.ts";

/** How far it is, and afterwards what failed and why. */
export function BulkReport({ run, stop, dismiss }: { run: BulkRun; stop: () => void; dismiss: () => void }) {
  if (run.state === "running") return <Running run={run} stop={stop} />;
  const { failures, done, total } = run;
  const title =
    run.state === "stopped"
      ? `Stopped after ${number(done)} of ${number(total)} orders`
      : `${number(failures.length)} of ${number(total)} orders failed`;
  return (
    <Alert color={failures.length > 0 ? "red" : "gray"} title={title} role="alert" mb="md">
      {failures.length > 0 && (
        <List size="sm" mah={240} style={{ overflowY: "auto" }}>
          {failures.map(({ order, words }) => (
            <List.Item key={order.id}>
              <TextLink to={`/admin/orders/${encodeURIComponent(order.id)}`} size="sm">
                {order.id}
              </TextLink>
              : {words}
            </List.Item>
          ))}
        </List>
      )}
      <Text size="sm" mt="xs">
        What was not done is still selected, so that you can try again.
      </Text>
      <Button size="xs" variant="default" mt="sm" onClick={dismiss}>
        Close
      </Button>
    </Alert>
  );
}

function Running({ run: { doing, done, total }, stop }: { run: BulkRun; stop: () => void }) {
  const words = `${doing} ${number(done)} of ${number(total)}`;
  return (
    <Alert color="gray" mb="md" role="status">
      <Group justify="space-between" mb="xs">
        <Text size="sm">{words}</Text>
        <Button size="compact-sm" variant="default" onClick={stop}>
          Stop
        </Button>
      </Group>
      <Progress value={(done / total) * 100} aria-label={words} />
    </Alert>
  );
}
