import { newestOrderAt } from "../../delivery/orders/reading/newest.ts";
import type { Inspection, PostgresInspection } from "../../platform/database/inspection.ts";
import { type Instant, instantNow, writeInstant } from "../../platform/instants.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("clock");

/**
 * Milliseconds by which two clocks differ: a warning from the first on, a problem from the second on, because links then expire
 * at noticeably wrong times.
 */
const noticeable = 2_000;
const harmful = 60_000;

const advice = "Let the system set its clock over the network: see `timedatectl`, systemd-timesyncd or chrony.";

/** Compares this machine's clock with what the database knows. */
export async function examineClock(inspection: Inspection): Promise<Finding[]> {
  const newest = compareWithNewest(await newestOrderAt(inspection.read));
  if (inspection.kind === "sqlite") return [newest];
  const compared = await compareClocks(inspection);
  return newest.status === "ok" ? [compared] : [compared, newest];
}

/** Compares the clock of the database server with this machine's. */
async function compareClocks(inspection: PostgresInspection): Promise<Finding> {
  const { clock } = await inspection.server();
  const apart = Math.abs(clock.server - clock.here);
  const summary = `This machine's clock and the database's are ${(apart / 1000).toFixed(1)} seconds apart.`;
  if (apart < noticeable) return ok(summary);
  return apart < harmful ? warning(summary, advice) : problem(`${summary} Links end at the wrong time.`, advice);
}

/**
 * Without another machine there is no clock to compare with. But the newest order cannot be from the future. `newest`
 * is when it was created; null if there is none.
 */
function compareWithNewest(newest: Instant | null): Finding {
  const now = instantNow();
  if (newest !== null && newest > now + harmful) {
    const summary = `The newest order was made at ${writeInstant(newest)}, but this machine's clock says ${writeInstant(now)}.`;
    return problem(`${summary} It is wrong now, or was then.`, advice);
  }
  return ok(`This machine's clock says ${writeInstant(now)}. There is no other clock to compare it with.`);
}
