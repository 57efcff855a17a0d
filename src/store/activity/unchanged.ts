/** Part of what a change returns that found nothing to do: it is not in the activity log. */
export interface Unchanged {
  isUnchanged?: true;
}

/** The result of a change that has changed nothing. */
export const unchanged = <Result extends object>(result: Result): Result & Unchanged => ({
  ...result,
  isUnchanged: true,
});

export const isUnchanged = (result: unknown): boolean =>
  typeof result === "object" && result !== null && (result as Unchanged).isUnchanged === true;
