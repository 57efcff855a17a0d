/** What an account may do. A day is a day in UTC. */
export interface Plan {
  name: string;
  apiAccess: boolean;
  /** Delivery emails a day; null means any number. */
  emailsPerDay: number | null;
  /** Delivery emails a day while the account is new; null means any number. */
  emailsPerDayWhileNew: number | null;
  /** For how many days from its creation an account counts as new. */
  newForDays: number;
}

/**
 * Every plan, by its name. A new one needs only its entry here: the command line and the checks read them, and stored
 * accounts keep the name. A plan that accounts are on is not to be removed or renamed.
 */
export const plans = {
  free: { name: "free", apiAccess: false, emailsPerDay: 50, emailsPerDayWhileNew: 10, newForDays: 14 },
  standard: { name: "standard", apiAccess: true, emailsPerDay: 5_000, emailsPerDayWhileNew: 500, newForDays: 14 },
  unlimited: { name: "unlimited", apiAccess: true, emailsPerDay: null, emailsPerDayWhileNew: null, newForDays: 0 },
} satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;

/** True for the names of plans that an account can be put on. */
export function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(plans, name);
}

/** Throws when the stored plan is none of `plans`: the database was written by a newer version. */
export function planOf(account: { plan: string }): Plan {
  if (!isPlanName(account.plan)) throw new Error(`The plan ${account.plan} does not exist.`);
  return plans[account.plan];
}
