import { type Instant, instant } from "../../src/platform/instants.ts";
import { type Customer, customers } from "./people.ts";
import { demoProducts } from "./products.ts";
import type { Random } from "./random.ts";

const day = 86_400_000;

export interface PlannedOrder {
  at: Instant;
  customer: Customer;
  lines: { sku: string; quantity: number }[];
  /** Null for one that was made by hand. */
  vendorId: string | null;
  title: string;
  /** Its links never expire. */
  forever: boolean;
}

const orderCount = 400;
const customerCount = 290;
const days = 180;

/** What was ordered in the half year before `now`: more toward its end, in the evening, and at weekends. */
export function planOrders(random: Random, now: Instant): PlannedOrder[] {
  const people = customers(random, customerCount);
  const moments = Array.from({ length: orderCount }, () => momentBefore(random, now)).toSorted(
    (one, other) => one - other,
  );
  return moments.map((at, index): PlannedOrder => {
    const byHand = random.chance(0.06);
    return {
      at,
      customer: random.pick(people),
      lines: linesOf(random),
      vendorId: byHand ? null : `FF-${20_118 + index}`,
      title: byHand ? random.pick(["For review", "Replacement", "Prize draw"]) : "",
      forever: byHand && random.chance(0.5),
    };
  });
}

function momentBefore(random: Random, now: Instant): Instant {
  for (;;) {
    const at = instant(now - Math.floor(days * day * random.next() ** 1.35));
    const hour = new Date(at).getUTCHours();
    const weekday = new Date(at).getUTCDay();
    const wanted = (hour < 6 ? 0.1 : hour < 17 ? 0.5 : 1) * (weekday === 0 || weekday === 6 ? 1 : 0.7);
    // A few minutes, so that what follows an order has happened too.
    if (random.chance(wanted) && at < now - 600_000) return at;
  }
}

function linesOf(random: Random): PlannedOrder["lines"] {
  const skus = new Set<string>();
  const count = random.chance(0.68) ? 1 : random.chance(0.75) ? 2 : 3;
  while (skus.size < count) skus.add(pickSku(random));
  return [...skus].map((sku) => {
    const licensed = demoProducts.some((product) => product.sku === sku && product.keys);
    return { sku, quantity: licensed && random.chance(0.2) ? random.whole(2, 4) : 1 };
  });
}

function pickSku(random: Random): string {
  let place = random.next() * demoProducts.reduce((sum, { share }) => sum + share, 0);
  for (const { sku, share } of demoProducts) {
    place -= share;
    if (place < 0) return sku;
  }
  throw new Error("Nothing is sold.");
}
