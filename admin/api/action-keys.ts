/** Something that a person does: its requests, sent again after an answer that was lost, are carried out once. */
export interface Action {
  /** `Idempotency-Key` of each request, by its method, path and body. */
  keys: Map<string, string>;
}

export const newAction = (): Action => ({ keys: new Map() });

/** Whose first requests are just being made. */
let starting: Action | null = null;
const running = new Set<Action>();

/** Does what belongs to an action; the requests that it makes get the action's keys. */
export async function perform<Given>(action: Action, act: () => Promise<Given> | Given): Promise<Given> {
  const before = starting;
  starting = action;
  running.add(action);
  try {
    const acting = act();
    starting = before;
    return await acting;
  } finally {
    starting = before;
    running.delete(action);
  }
}

/** The key of a request that changes something: the same for the same request of the same action, else a new one. */
export function keyFor(method: string, path: string, body: string | undefined): string {
  const request = `${method} ${path} ${body ?? ""}`;
  // Only while several actions run at once may a later request of one of them not be told from the others'.
  const action = starting ?? (running.size === 1 ? [...running][0] : undefined);
  const key = action?.keys.get(request) ?? newKey();
  action?.keys.set(request, key);
  return key;
}

/** Browsers have `crypto.randomUUID` only where a page came encrypted, which in a house it may not have. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
