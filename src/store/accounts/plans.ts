/** The limits of an account. Days are in UTC. */
export interface Plan {
  name: string;
  apiAccess: boolean;
  /** Delivery emails a day; null means any number. */
  emailsPerDay: number | null;
  /** Delivery emails a day while the account is new; null means any number. */
  emailsPerDayWhileNew: number | null;
  /** Days from its creation for which an account is new. */
  newForDays: number;
}

/**
 * Every plan, by its name. To add one, add it here: the command line and the checks read this list. Do not remove or
 * rename a plan that accounts have, because they store its name.
 */
export const plans = {
  free: { name: "free", apiAccess: false, emailsPerDay: 50, emailsPerDayWhileNew: 10, newForDays: 14 },
  standard: { name: "standard", apiAccess: true, emailsPerDay: 5_000, emailsPerDayWhileNew: 500, newForDays: 14 },
  unlimited: { name: "unlimited", apiAccess: true, emailsPerDay: null, emailsPerDayWhileNew: null, newForDays: 0 },
} satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;

/** True for the names of plans. */
export function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(plans, name);
}

/** Throws if the stored plan is unknown: a newer version wrote the database. */
export function planOf(account: { plan: string }): Plan {
  if (!isPlanName(account.plan)) throw new Error(`The plan ${account.plan} does not exist.`);
  return plans[account.plan];
}
