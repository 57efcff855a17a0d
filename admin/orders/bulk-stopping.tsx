import { Button, Menu } from "@mantine/core";
import { holdOrder, releaseOrder, restoreOrder, revokeOrder } from "../api/orders.ts";
import { useSendsEmail } from "../api/session.ts";
import type { Order } from "../api/types.ts";
import { confirmAction } from "../components/confirm.tsx";
import { number } from "../components/format.ts";
import { keysOnRelease } from "./keys-on-release.ts";

/** Starts `run` for each of the orders; `doing` and `done` are the words of `BulkTask`. */
type Start = (orders: Order[], doing: string, done: string, run: (order: Order) => Promise<unknown>) => void;

interface Stopping {
  label: string;
  /** The orders that it changes. */
  of: (order: Order) => boolean;
  title: (count: string) => string;
  words: (sendsEmail: boolean, orders: Order[]) => string;
  doing: string;
  done: string;
  run: (id: Order["id"]) => Promise<Order>;
}

const release: Stopping = {
  label: "Release",
  of: ({ held_at }) => held_at !== null,
  title: (count) => `Release ${count}?`,
  words: (sendsEmail, orders) => {
    const keys = keysOnRelease(orders);
    return `Their links work again.${keys === null ? "" : ` They get ${keys}, if the products have any left.`} ${
      sendsEmail ? "Emails that waited go to the customers." : "Emails that waited are kept here, not sent."
    }`;
  },
  doing: "Releasing",
  done: "released",
  run: releaseOrder,
};

const others: Stopping[] = [
  {
    label: "Put on hold",
    of: ({ held_at, revoked_at }) => held_at === null && revoked_at === null,
    title: (count) => `Put ${count} on hold?`,
    words: () => "Their links stop working until you release the orders. Emails wait too.",
    doing: "Putting on hold",
    done: "put on hold",
    run: holdOrder,
  },
  {
    label: "Revoke",
    of: ({ revoked_at }) => revoked_at === null,
    title: (count) => `Revoke ${count}?`,
    words: () =>
      "Their links stop working at once, and customers read that you have withdrawn the order. You can restore the orders at any time.",
    doing: "Revoking",
    done: "revoked",
    run: revokeOrder,
  },
  {
    label: "Restore",
    of: ({ revoked_at }) => revoked_at !== null,
    title: (count) => `Restore ${count}?`,
    words: (sendsEmail) =>
      `Their links work again until they expire. ${
        sendsEmail ? "Emails that waited go to the customers." : "Emails that waited are kept here, not sent."
      }`,
    doing: "Restoring",
    done: "restored",
    run: restoreOrder,
  },
];

interface BulkStoppingProps {
  selected: Order[];
  /** What is being done with many orders, in the words of `BulkTask`; null while nothing is. */
  doing: string | null;
  start: Start;
}

/** Releases, holds, revokes and restores those of the selected orders that it applies to, after a question. */
export function BulkStopping({ selected, doing: running, start }: BulkStoppingProps) {
  const sendsEmail = useSendsEmail();
  const busy = running !== null;
  const ask = ({ of, title, words, label, doing, done, run }: Stopping) => {
    const orders = selected.filter(of);
    const count = `${number(orders.length)} ${orders.length === 1 ? "order" : "orders"}`;
    confirmAction({
      title: title(count),
      words: words(sendsEmail, orders),
      confirmLabel: label === "Put on hold" ? label : `${label} ${count}`,
      onConfirm: () => start(orders, doing, done, ({ id }) => run(id)),
    });
  };
  return (
    <>
      {selected.some(release.of) && (
        <Button
          size="xs"
          variant="default"
          loading={running === release.doing}
          disabled={busy}
          onClick={() => ask(release)}
        >
          Release…
        </Button>
      )}
      <Menu position="top-start">
        <Menu.Target>
          <Button size="xs" variant="default" loading={others.some(({ doing }) => doing === running)} disabled={busy}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others
            .filter(({ of }) => selected.some(of))
            .map((one) => (
              <Menu.Item key={one.label} onClick={() => ask(one)}>
                {one.label}…
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
