/** The files of the model's order: one that the service keeps in memory, and one that it sends from the disk. */
export const files = ["small.bin", "large.bin"] as const;

export type FileName = (typeof files)[number];

/** A range is written in twelfths of the file, so that one sequence suits files of any size. */
export const twelfths = 12;

export interface Ask {
  kind: "ask";
  through: "order" | "permalink";
  file: FileName;
  client: number;
  method: "GET" | "HEAD";
  /** From `start` to the end or to `end` (exclusive); `last`: that much at the end; `several`: more than one range. */
  range?: { start: number; end?: number } | { last: number } | "several" | undefined;
  ifRange?: "this version" | "another version" | "weak";
  ifNoneMatch?: "this version" | "another version";
  /** The client hangs up once it has the beginning of the answer. */
  abort?: boolean;
}

export type Change =
  /** `renew`: by the customer's button. `reopen`: by the store. */
  | { kind: "expire" | "renew" | "reopen" }
  | { kind: "limit"; downloads: number | null }
  | { kind: "remaining"; downloads: number };

export type Step = Ask | Change;

/** A counted download. */
interface Count extends Pick<Ask, "through" | "file" | "client"> {
  /** Minutes of the sequence. */
  at: number;
  lacksFirstPart: boolean;
}

/** What the rules need to know of one order of one product with these files, and of the product's permalink. */
export interface State {
  now: number;
  expired: boolean;
  /** Its expiration begins with its next counted download. */
  waits: boolean;
  limit: number | null;
  override: number | null;
  taken: Record<FileName, number>;
  counts: Count[];
}

export const newState = (limit: number | null): State => ({
  now: 0,
  expired: false,
  waits: true,
  limit,
  override: null,
  taken: { "small.bin": 0, "large.bin": 0 },
  counts: [],
});

/** The part of a file that is sent, in twelfths; null if the answer has no content. */
export function sentPart(ask: Ask): { start: number; end: number; status: 200 | 206 } | null {
  const { method, range, ifRange = "this version", ifNoneMatch } = ask;
  if (method === "HEAD" || ifNoneMatch === "this version" || isBeyond(ask)) return null;
  if (!range || range === "several" || ifRange !== "this version") return { start: 0, end: twelfths, status: 200 };
  if ("last" in range) return { start: Math.max(0, twelfths - range.last), end: twelfths, status: 206 };
  return { start: range.start, end: Math.min(range.end ?? twelfths, twelfths), status: 206 };
}

/** Asks for what comes after the file's end. */
function isBeyond({ method, range, ifRange = "this version", ifNoneMatch }: Ask): boolean {
  if (method === "HEAD" || ifRange !== "this version" || ifNoneMatch === "this version") return false;
  return typeof range === "object" && "start" in range && range.start >= twelfths;
}

/** docs/reference/delivery.md, What counts: the status that a step is answered with, and the state after it. */
export function take(state: State, step: Step): { status: number; after: State } {
  switch (step.kind) {
    case "expire":
      return { status: 200, after: { ...state, expired: true, waits: false } };
    case "reopen":
      return { status: 200, after: renewed(state) };
    case "renew": {
      const isNeeded = state.expired || remaining(state) === 0;
      return { status: 303, after: isNeeded ? renewed(state) : state };
    }
    case "limit":
      return { status: 200, after: { ...state, limit: step.downloads } };
    case "remaining":
      return { status: 200, after: { ...state, override: step.downloads, taken: newState(0).taken } };
    case "ask":
      return answer(state, step);
  }
}

function answer(state: State, ask: Ask): { status: number; after: State } {
  const { through, file, client } = ask;
  if (through === "order" && state.expired) return { status: 410, after: state };
  const sent = sentPart(ask);
  const isLater = sent ? sent.start > 0 : isBeyond(ask);
  const status = sent?.status ?? (isLater ? 416 : ask.ifNoneMatch === "this version" ? 304 : 200);
  const own = state.counts.filter((count) => {
    return count.through === through && count.file === file && count.client === client;
  });
  if (isLater && own.some(({ at }) => state.now - at < 24 * 60)) return { status, after: state };
  if (sent?.status === 206 && !isLater) {
    const missing = own.find(({ at, lacksFirstPart }) => lacksFirstPart && state.now - at < 10);
    if (missing) return { status, after: { ...state, counts: state.counts.map((count) => complete(count, missing)) } };
  }
  if (through === "order" && remainingOf(state, file) === 0) return { status: 403, after: state };
  if (!sent) return { status, after: state };
  const taken = { ...state.taken };
  if (through === "order") taken[file] += 1;
  const count = { through, file, client, at: state.now, lacksFirstPart: isLater };
  const waits = state.waits && through !== "order";
  return { status, after: { ...state, waits, taken, counts: [...state.counts, count] } };
}

const complete = (count: Count, missing: Count) => (count === missing ? { ...count, lacksFirstPart: false } : count);

const renewed = (state: State): State => ({
  ...state,
  expired: false,
  waits: true,
  override: null,
  taken: newState(0).taken,
});

function remainingOf({ override, limit, taken }: State, file: FileName): number | null {
  const allowance = override ?? limit;
  return allowance === null ? null : Math.max(0, allowance - taken[file]);
}

/** The smallest number left over the files; null if unlimited. */
export function remaining(state: State): number | null {
  const left = files.map((file) => remainingOf(state, file));
  return left.reduce((least, one) => (least === null || one === null ? null : Math.min(least, one)));
}

/**
 * The states in which steps that were sent at once may have left `state`: after each order, one after the other, that
 * explains their statuses.
 */
export function afterAll(state: State, done: { step: Step; status: number }[]): State[] {
  if (done.length === 0) return [state];
  const states = new Map<string, State>();
  for (const [index, { step, status }] of done.entries()) {
    const one = take(state, step);
    if (one.status !== status) continue;
    for (const after of afterAll(one.after, done.toSpliced(index, 1))) states.set(keyOf(after), after);
  }
  return [...states.values()];
}

/** The same for states in which the same was counted in another order. */
function keyOf({ counts, ...state }: State): string {
  return JSON.stringify([state, counts.map((count) => JSON.stringify(count)).sort()]);
}
