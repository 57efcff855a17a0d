import { ChangedFields } from "./changed-fields.ts";
import type { MatchedItem } from "./imported-contents.ts";
import { hasUnclearCount, keyCountOf, saysExpired } from "./imported-order.ts";
import type { importedStop } from "./imported-stops.ts";
import type { OrderCells } from "./order-cells.ts";

/** Collects the data in a file's orders that the import ignores. */
export class OrderNotes {
  #unclearCounts = 0;
  #otherStatuses = 0;
  #otherStatus = "";
  #withoutProducts = 0;
  #held = 0;
  #revoked = 0;
  #partlyRevoked = 0;
  #emails = 0;
  #keys = 0;
  #existing = 0;
  #changed = 0;
  readonly #fields = new ChangedFields();
  readonly #unread = new ChangedFields();

  add(value: OrderCells, items: MatchedItem[], { heldAt, revokedAt }: ReturnType<typeof importedStop>): void {
    if (items.length === 0) this.#withoutProducts++;
    if (heldAt !== null) this.#held++;
    if (revokedAt !== null) this.#revoked++;
    else if (value.revoked_skus) this.#partlyRevoked++;
    if (value.send_email && items.length > 0) this.#emails++;
    if (!value.test) for (const item of items) this.#keys += keyCountOf(value, item) ?? 0;
    if (hasUnclearCount(value, items)) this.#unclearCounts++;
    if (!value.status || saysExpired(value.status) !== null) return;
    this.#otherStatuses++;
    this.#otherStatus ||= value.status.slice(0, 50);
  }

  /** Counts a row of an order that already exists, and changes these columns of it. `unread` differ too, and stay as they are. */
  addExisting(columns: string[], unread: string[]): void {
    this.#existing++;
    if (columns.length > 0) this.#changed++;
    this.#fields.add(columns);
    this.#unread.add(unread);
  }

  get sentences(): string[] {
    const sentences: string[] = [];
    if (this.#otherStatuses > 0) {
      const example = JSON.stringify(this.#otherStatus);
      sentences.push(
        `status was ignored in ${rows(this.#otherStatuses)}, because it is neither open nor expired but, for example, ${example}. Leave out orders that were canceled or refunded.`,
      );
    }
    if (this.#held > 0) sentences.push(`${orders(this.#held, "is", "are")} on hold, and delivered when released.`);
    if (this.#revoked > 0) sentences.push(`${orders(this.#revoked, "is", "are")} revoked, as in the file.`);
    if (this.#partlyRevoked > 0) sentences.push(`${orders(this.#partlyRevoked, "has", "have")} revoked products.`);
    if (this.#emails > 0) {
      sentences.push(
        `send_email is true in ${rows(this.#emails)}: their customers get the delivery email, gifts on their day, and orders on hold when they are released. Buyers of such gifts are told at once.`,
      );
    }
    if (this.#keys > 0) {
      const keys = this.#keys === 1 ? "1 license key" : `${this.#keys} license keys`;
      sentences.push(`The orders have ${keys} of their own. Import the file of license keys next.`);
    }
    if (this.#unclearCounts > 0) {
      sentences.push(
        `download_count was ignored in ${rows(this.#unclearCounts)}, because it is one number for several SKUs. Their customers get the full limit. To import it, write one number per SKU, such as 3; 0.`,
      );
    }
    if (this.#withoutProducts > 0) {
      sentences.push(
        `${orders(this.#withoutProducts, "has", "have")} no products, because skus is empty. This is accepted only in rows with a download_url, as exports write it.`,
      );
    }
    if (this.#existing > 0) {
      sentences.push(
        `${rows(this.#existing)} ${this.#existing === 1 ? "is" : "are"} of orders that exist here. ${this.#changed} of them differ and change their order; none makes another one.`,
        ...this.#fields.sentences,
        ...(this.#unread.list === "" ? [] : [`A file cannot change ${this.#unread.list}. Use the order's page.`]),
      );
    }
    return sentences;
  }
}

const orders = (count: number, one: string, several: string) =>
  count === 1 ? `1 order ${one}` : `${count} orders ${several}`;

const rows = (count: number) => (count === 1 ? "1 row" : `${count} rows`);
