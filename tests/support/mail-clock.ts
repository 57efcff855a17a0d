import type { Database } from "../../src/platform/database/database.ts";
import { type Instant, instant, instantNow } from "../../src/platform/instants.ts";
import { outboxOf, until } from "./mail.ts";

/** Milliseconds of a step: two are no longer than the worker takes from one renewal of a lease to the next. */
const step = 15_000;

/** The mail server refuses emails to this address for a moment, again and again. */
export const alwaysLater = "later@example.com";

/** The time of a worker, which goes on only as the test says; `retryPauses` belongs to it. */
export function mailClock() {
  let at = instantNow();
  return {
    now: () => at,
    retryPauses: [step] as [number],
    set(to: Instant) {
      at = to;
    },
    /**
     * Lets at least so many milliseconds pass for a worker that looks after its queue all the time: each step waits until it has
     * tried the email to `alwaysLater` once more, which was due only then.
     */
    async pass(db: Database, milliseconds: number): Promise<void> {
      for (let passed = 0; passed < milliseconds; passed += step) {
        const before = await triesOf(db);
        at = instant(at + step);
        await until(async () => (await triesOf(db)) > before);
      }
    },
  };
}

async function triesOf(db: Database): Promise<number> {
  const email = (await outboxOf(db)).find(({ recipient }) => recipient === alwaysLater);
  return email?.tries.length ?? 0;
}
