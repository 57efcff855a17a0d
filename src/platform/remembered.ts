/** Results kept of one function, and characters of a text that is kept: callers choose them. */
const [mostKept, longestKept] = [10_000, 256];

/** Keeps the results of a function whose result depends on its one text only; forgets all of them when there are many. */
export function remembered<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    if (text.length > longestKept) return result;
    if (known.size >= mostKept) known.clear();
    known.set(text, result);
    return result;
  };
}
