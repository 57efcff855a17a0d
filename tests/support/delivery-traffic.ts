import fc from "fast-check";
import { type Ask, type Change, files, type Step, twelfths } from "./delivery-model.ts";

/** What arrives at once; or time that passes, in minutes. */
export type Burst = Step[] | number;

const client = fc.integer({ min: 1, max: 3 });
const through = fc.constantFrom("order" as const, "order" as const, "permalink" as const);
const file = fc.constantFrom(...files);
const start = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: twelfths }));

const range: fc.Arbitrary<Ask["range"]> = fc.oneof(
  fc.record({ start }),
  fc.record({ start, length: fc.integer({ min: 1, max: twelfths }) }).map(({ start, length }) => ({
    start,
    end: start + length,
  })),
  fc.record({ last: fc.integer({ min: 1, max: twelfths + 1 }) }),
  fc.constant("several" as const),
);

/** Any request. */
const request: fc.Arbitrary<Ask> = fc.record(
  {
    kind: fc.constant("ask" as const),
    through,
    file,
    client,
    method: fc.constantFrom("GET" as const, "GET" as const, "GET" as const, "HEAD" as const),
    range,
    ifRange: fc.constantFrom("this version" as const, "another version" as const, "weak" as const),
    ifNoneMatch: fc.constantFrom("this version" as const, "another version" as const),
    abort: fc.boolean(),
  },
  { requiredKeys: ["kind", "through", "file", "client", "method"] },
);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constantFrom("expire" as const, "renew" as const, "reopen" as const) }),
  fc.record({ kind: fc.constant("limit" as const), downloads: fc.option(fc.integer({ min: 0, max: 3 })) }),
  fc.record({ kind: fc.constant("remaining" as const), downloads: fc.integer({ min: 0, max: 3 }) }),
);

/** One client and one file, as `requests` asks for them. */
const transfer = (requests: fc.Arbitrary<Partial<Ask>[][]>): fc.Arbitrary<Burst[]> =>
  fc
    .record({ through, file, client, requests })
    .map(({ requests, ...of }) =>
      requests.map((burst) => burst.map((ask) => ({ kind: "ask", method: "GET", ...of, ...ask }))),
    );

/** The ends of parts that cover the whole file. */
const cuts = fc
  .uniqueArray(fc.integer({ min: 1, max: twelfths - 1 }), { minLength: 1, maxLength: 4 })
  .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), twelfths]);

const partsOf = (cuts: number[]): Partial<Ask>[] =>
  cuts.slice(1).map((end, index) => ({ range: { start: cuts[index] ?? 0, end } }));

const shuffledParts = cuts.chain((cuts) =>
  fc.shuffledSubarray(partsOf(cuts), { minLength: cuts.length - 1, maxLength: cuts.length - 1 }),
);

/** A download manager: all parts at once or one by one, in any order. */
const manager = transfer(
  fc.record({ parts: shuffledParts, atOnce: fc.boolean() }).map(({ parts, atOnce }) => {
    return atOnce ? [parts] : parts.map((part) => [part]);
  }),
);

/** A proxy that asks for slices of the file, as often as customers ask it for the file. */
const slices = transfer(
  fc.record({ cuts, times: fc.integer({ min: 1, max: 2 }) }).map(({ cuts, times }) => {
    return Array.from({ length: times }, () => partsOf(cuts).map((part) => [part])).flat();
  }),
);

/** A player that reads the beginning, then the end, then what its listener seeks. */
const player = transfer(
  fc
    .array(start, { minLength: 1, maxLength: 3 })
    .map((starts) => [
      [{ range: { start: 0 }, abort: true }],
      [{ range: { last: 1 } }],
      ...starts.map((start) => [{ range: { start }, abort: true }]),
    ]),
);

/** A transfer that breaks off and is resumed, each time if the file is still the same. */
const resumes = transfer(
  fc
    .record({
      starts: fc.array(start, { minLength: 1, maxLength: 3 }),
      ifRange: fc.constantFrom("this version" as const, "another version" as const),
    })
    .map(({ starts, ifRange }) => [
      [{ abort: true }],
      ...starts.map((start) => [{ range: { start }, ifRange, abort: start < twelfths / 2 }]),
    ]),
);

/** Requests and changes of any kind, at once. */
const crowd = fc
  .array(fc.oneof({ weight: 5, arbitrary: request }, { weight: 1, arbitrary: change }), { minLength: 2, maxLength: 5 })
  .map((burst): Burst[] => [burst]);

/** Never within minutes of the ends of the free windows, not even several of them together. */
const pause = fc.constantFrom(7, 14, 23 * 60, 25 * 60);

/** A transfer that goes on after a pause. */
const latecomer = fc
  .tuple(transfer(fc.tuple(range, range).map((ranges) => ranges.map((range) => [{ range }]))), pause)
  .map(([bursts, minutes]): Burst[] => bursts.flatMap((burst, index) => (index === 0 ? [burst] : [minutes, burst])));

/** Everything that may happen to an order, in a sequence. */
export const traffic: fc.Arbitrary<Burst[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: request.map((ask): Burst[] => [[ask]]) },
      { weight: 2, arbitrary: change.map((change): Burst[] => [[change]]) },
      { weight: 2, arbitrary: manager },
      { weight: 1, arbitrary: slices },
      { weight: 1, arbitrary: player },
      { weight: 1, arbitrary: resumes },
      { weight: 2, arbitrary: crowd },
      { weight: 2, arbitrary: latecomer },
      { weight: 1, arbitrary: pause.map((minutes): Burst[] => [minutes]) },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.flat());
