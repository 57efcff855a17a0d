/** One user action. When its requests are sent again after a lost answer, the service carries them out once. */
export interface Action {
  /** `Idempotency-Key` of each request, by its method, path and body. */
  keys: Map<string, string>;
}

export const newAction = (): Action => ({ keys: new Map() });

/** The action whose first requests are being made right now. */
let starting: Action | null = null;
const running = new Set<Action>();

/** Runs `act`. Requests that it makes get the action's keys. */
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

/** The idempotency key of a request: the same for the same request of the same action, else a new one. */
export function keyFor(method: string, path: string, body: string | undefined): string {
  const request = `${method} ${path} ${body ?? ""}`;
  // A later request can be attributed to an action only while no other action runs.
  const action = starting ?? (running.size === 1 ? [...running][0] : undefined);
  const key = action?.keys.get(request) ?? newKey();
  action?.keys.set(request, key);
  return key;
}

/** `crypto.randomUUID` exists only on HTTPS pages, and local installations may use HTTP. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
