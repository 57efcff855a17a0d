/*
 * Bun's `expect(promise).rejects` waits in an event loop of its own, in which what was put off with `setImmediate`, such as every
 * write to SQLite, may never come. These wait as everything else does.
 */

/** What the promise rejects with. Throws if it does not. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const resolved = Symbol();
  const error = await promise.then(
    () => resolved,
    (error: unknown) => error,
  );
  if (error === resolved) throw new Error("The promise was not rejected.");
  return error;
}

/** The same as a function that throws it, for `expect(…).toThrow(…)`. */
export async function thrownBy(promise: Promise<unknown>): Promise<() => never> {
  const error = await failureOf(promise);
  return () => {
    throw error;
  };
}
