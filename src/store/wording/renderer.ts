import { instant, instantNow } from "../../platform/instants.ts";
import { builtInTime, patientTime, quickTime } from "./limits.ts";
import type { Outcome, Text } from "./renderer/job.ts";
import { createKeptOutcomes } from "./renderer/kept-outcomes.ts";
import { createLane, RendererUnavailable, type TimeBudget } from "./renderer/lane.ts";
import { createOffenses } from "./renderer/offenses.ts";
import { tooMuch, WordingError } from "./wording-error.ts";

/** The time for a store's own texts that are requested together. */
export const newBudget = (): TimeBudget => ({ left: patientTime });

/** Renders texts in processes that can be killed (docs/contribute/decisions/0016-wording-is-rendered-apart.md). */
export interface WordingRenderer {
  /**
   * Resolves with the text, or with a `WordingError` that says why it cannot be used. Rejects with `RendererUnavailable` if the
   * text is not the cause; a built-in text never is. Results are cached by their values.
   */
  render(accountId: number, text: Text, budget: TimeBudget): Promise<string | WordingError>;
  /** Ends the processes and rejects all waiting requests. */
  close(): Promise<void>;
}

/** Milliseconds for which a result is cached if it may change, because the text used the clock or the machine was busy. */
const changingKeptFor = 60_000;

/** No process is started before the first text. */
export function createWordingRenderer(): WordingRenderer {
  const quick = createLane({ isPatient: false });
  const patient = createLane({ isPatient: true });
  const kept = createKeptOutcomes();
  const underway = new Map<string, Promise<Outcome>>();
  const offenses = createOffenses();

  async function rendered(accountId: number, text: Text, source: string, budget: TimeBudget): Promise<Outcome> {
    if (offenses.isBarred(source, instantNow())) return overLimits;
    const time = text.isBuiltIn ? { left: builtInTime } : budget;
    // Checked again in its turn, because an earlier text may have been too slow.
    const mayBeQuick = () => !offenses.isSlow(accountId, instantNow());
    if (mayBeQuick()) {
      const ending = await quick.render(accountId, text, { left: quickTime }, mayBeQuick);
      if (typeof ending === "object") return ending;
      if (ending === "over limits") offenses.noteSlow(accountId, instantNow());
    }
    const ending = await patient.render(accountId, text, time);
    // The process may have been killed by mistake. A text that kills two processes is the cause.
    const last = ending === "lost" ? await patient.render(accountId, text, time) : ending;
    if (typeof last === "object") return last;
    if (last === "late") return notTried;
    if (text.isBuiltIn) throw new RendererUnavailable(new Error(`A built-in text was ${last}.`));
    offenses.noteSlow(accountId, instantNow());
    offenses.noteEnded(source, instantNow());
    return overLimits;
  }

  async function once(key: string, render: () => Promise<Outcome>): Promise<Outcome> {
    const before = kept.get(key, instantNow()) ?? underway.get(key);
    if (before) return before;
    const started = render().finally(() => underway.delete(key));
    underway.set(key, started);
    const outcome = await started;
    if (outcome === notTried) return outcome;
    const changes = "text" in outcome ? outcome.changes : outcome.problem.message === tooMuch;
    kept.set(key, outcome, changes ? instant(instantNow() + changingKeptFor) : null);
    return outcome;
  }

  return {
    async render(accountId, text, budget) {
      const source = digest(`${accountId} ${text.format} ${text.isBuiltIn} ${text.source}`);
      const outcome = await once(digest(`${source} ${text.values}`), () => rendered(accountId, text, source, budget));
      if ("text" in outcome) return outcome.text;
      const { message, line } = outcome.problem;
      return new WordingError(message, line, outcome !== notTried);
    },
    async close() {
      await Promise.all([quick.close(), patient.close()]);
    },
  };
}

const overLimits: Outcome = { problem: { message: tooMuch, line: null } };

/** The next attempt may succeed. */
const notTried: Outcome = {
  problem: { message: "was not rendered, because the other texts took too long", line: null },
};

const digest = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("base64url");
