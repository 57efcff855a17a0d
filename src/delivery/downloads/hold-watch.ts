import { sql } from "kysely";
import { clientNetwork } from "../../platform/client-network.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { giveWay } from "../../platform/give-way.ts";
import { type Instant, instant, instantNow } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import { pause } from "../../platform/repeat.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import type { Frequency } from "../../store/accounts/hold-rules.ts";
import { holdByRule } from "../orders/changing/hold-and-revoke.ts";
import { orderHoldsOf } from "../orders/order-holds.ts";
import { rejectStopped, stopOf } from "../orders/stop-reasons.ts";
import { previewsOf } from "../visits/order-visits.ts";
import { newestOfOrder } from "./newest-downloads.ts";

/** Milliseconds between two checks. Downloads of the same order are collected meanwhile. */
const step = 250;

/** Maximum number of waiting orders. If one is left out, its next download adds it again. */
const mostWaiting = 10_000;

/** Puts orders on hold because of how their links are used (docs/store/holding-orders.md). */
export class HoldWatch {
  /** Accounts by the row numbers of orders to check. */
  readonly #waiting = new Map<number, Account>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | null = null;

  constructor(private readonly settings: { db: Database; log: Log }) {}

  /**
   * Call after a download of an order (row number) was counted, or a preview was recorded. If the store has a rule about many
   * addresses, the order is checked soon, in the background. No download waits for the check, and downloads that have begun
   * continue.
   */
  counted(account: Account, orderId: number): void {
    if (!account.holdRules?.manyAddresses || this.#stopping.signal.aborted) return;
    if (this.#waiting.size < mostWaiting) this.#waiting.set(orderId, account);
    this.#running ??= this.#work();
  }

  /**
   * Call before an order is shown or delivered to a client in this country (null if unknown). Puts the order on hold if the store
   * has listed the country. Throws `on_hold` and `revoked`.
   */
  async admit(account: Account, orderId: number, country: string | null): Promise<void> {
    if (country === null || !account.holdRules?.countries.includes(country)) return;
    const { db } = this.settings;
    const rule = "countries";
    const before = await orderHoldsOf(db.read, [orderId]);
    if (before.some(({ rules }) => rules.includes(rule))) return;
    const order = await db.write((tx) => holdByRule(tx, { accountId: account.id, orderId, rule }, instantNow()));
    if (order) rejectStopped(stopOf(order));
  }

  /** Checks the waiting orders, and resolves when done. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #work(): Promise<void> {
    while (this.#waiting.size > 0) {
      await pause(step, this.#stopping.signal);
      const orders = [...this.#waiting];
      this.#waiting.clear();
      for (const [orderId, account] of orders) {
        await this.#look(account, orderId).catch((error) => {
          this.settings.log.error(
            { err: error, account: account.handle },
            "could not check an order by its store's rules",
          );
        });
        await giveWay();
      }
    }
    this.#running = null;
  }

  async #look({ id, holdRules }: Account, orderId: number): Promise<void> {
    const rule = holdRules?.manyAddresses;
    const { db } = this.settings;
    const now = instantNow();
    if (!rule || !(await exceeds(db.read, orderId, rule, now))) return;
    await db.write((tx) => holdByRule(tx, { accountId: id, orderId, rule: "manyAddresses" }, now));
  }
}

/** Whether files of the order were downloaded, played or viewed from more networks than the rule allows. */
async function exceeds(
  reader: Reader,
  orderId: number,
  { moreThan, hours }: Frequency,
  now: Instant,
): Promise<boolean> {
  const since = instant(now - hours * hourMilliseconds);
  const networks = new Set<string>();
  // Anonymized downloads have no address. They are the oldest.
  for (const { ipAddress, at } of [...(await newestOf(reader, { orderId })), ...(await previewsOf(reader, orderId))]) {
    if (at > since && ipAddress !== "") networks.add(clientNetwork(ipAddress));
  }
  return networks.size > moreThan;
}

/** The newest thousand downloads of an order. Older ones are not checked. */
const newestOf = prepared<{ orderId: number }, { ipAddress: string; at: Instant }>((db, { orderId }) =>
  db
    .selectFrom(newestOfOrder(db, sql`${orderId}`, 1000).as("newest"))
    .select(["ip_address as ipAddress", "downloaded_at as at"]),
);
