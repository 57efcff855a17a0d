import { ChangedFields } from "./changed-fields.ts";
import { hasUnclearCount, type MatchedItem, saysExpired } from "./imported-order.ts";
import type { OrderCells } from "./order-cells.ts";

/** Collects the data in a file's orders that the import ignores. */
export class OrderNotes {
  #unclearCounts = 0;
  #otherStatuses = 0;
  #otherStatus = "";
  #withoutProducts = 0;
  #stopped = 0;
  #existing = 0;
  #changed = 0;
  readonly #fields = new ChangedFields();

  add(value: OrderCells, items: MatchedItem[]): void {
    if (items.length === 0) this.#withoutProducts++;
    if (value.held_at || value.revoked_at || value.revoked_skus) this.#stopped++;
    if (hasUnclearCount(value, items)) this.#unclearCounts++;
    if (!value.status || saysExpired(value.status) !== null) return;
    this.#otherStatuses++;
    this.#otherStatus ||= value.status.slice(0, 50);
  }

  /** Counts a row of an order that already exists, and changes these columns of it. */
  addExisting(columns: string[]): void {
    this.#existing++;
    if (columns.length > 0) this.#changed++;
    this.#fields.add(columns);
  }

  get sentences(): string[] {
    const sentences: string[] = [];
    if (this.#otherStatuses > 0) {
      const example = JSON.stringify(this.#otherStatus);
      sentences.push(
        `status was ignored in ${rows(this.#otherStatuses)}, because it is neither open nor expired but, for example, ${example}. Leave out orders that were canceled or refunded.`,
      );
    }
    if (this.#stopped > 0) {
      sentences.push(
        `held_at, revoked_at and revoked_skus were ignored in ${rows(this.#stopped)}: the imported orders deliver. Leave out orders and products that were revoked, or revoke them again.`,
      );
    }
    if (this.#unclearCounts > 0) {
      sentences.push(
        `download_count was ignored in ${rows(this.#unclearCounts)}, because it is one number for several SKUs. Their customers get the full limit. To import it, write one number per SKU, such as 3; 0.`,
      );
    }
    if (this.#withoutProducts > 0) {
      const are = this.#withoutProducts === 1 ? "1 order has" : `${this.#withoutProducts} orders have`;
      sentences.push(
        `${are} no products, because skus is empty. This is accepted only in rows with a download_url, as exports write it.`,
      );
    }
    if (this.#existing > 0) {
      sentences.push(
        `${rows(this.#existing)} ${this.#existing === 1 ? "is" : "are"} of orders that exist here. ${this.#changed} of them differ and change their order; none makes another one.`,
        ...this.#fields.sentences,
      );
    }
    return sentences;
  }
}

const rows = (count: number) => (count === 1 ? "1 row" : `${count} rows`);
