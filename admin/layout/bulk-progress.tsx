import { Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { number } from "../components/format.ts";
import { type BulkRun, useBulkRun } from "../orders/bulk-run.ts";

/** Progress of a bulk action in the header of all screens but the order list, which shows it in full. */
export function BulkProgress() {
  const run = useBulkRun();
  const elsewhere = useLocation().pathname !== "/admin/orders";
  const shown = elsewhere ? run : null;
  return (
    <>
      {/* Announced when it ends, not at every step. */}
      <VisuallyHidden role="status">{shown && shown.state !== "running" && wordsOf(shown)}</VisuallyHidden>
      {shown && (
        <UnstyledButton component={Link} to="/admin/orders" style={{ flexShrink: 0 }}>
          <Text fz={{ base: "xs", sm: "sm" }} {...(shown.failures.length > 0 ? { c: "red" } : {})}>
            {wordsOf(shown)}
          </Text>
        </UnstyledButton>
      )}
    </>
  );
}

function wordsOf({ task, orders, tried, failures, state }: BulkRun): string {
  const all = number(orders.length);
  if (state === "running") return `${task.doing} ${number(tried)} of ${all}`;
  if (state === "stopped") return `Stopped after ${number(tried)} of ${all} orders`;
  return `${number(failures.length)} of ${all} orders failed`;
}
