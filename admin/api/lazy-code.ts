import { useCallback, useEffect, useState } from "react";
import { isReachable, Unreachable } from "./request.ts";

/** Milliseconds after which unused code is loaded anyway. The first screen is ready by then. */
const preloadDelay = 5_000;

/** What somebody does who will soon go to another screen. */
const earlySigns = ["pointermove", "pointerdown", "keydown"];

/** Loads the code. `code` is null until then. */
export type LazyCode<Code> = (() => Promise<Code>) & { code: Code | null };

/**
 * Code outside the first bundle. It loads on first use, when somebody begins to use the page, or a few seconds after it, so that it
 * is there if the service goes away later. Browsers remember a failed import for as long as the page is open, so the service is checked
 * first; throws `Unreachable` while it does not answer.
 */
export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let loading: Promise<Code> | null = null;
  const loaded: LazyCode<Code> = Object.assign(
    () => {
      loading ??= whenReachable(load).then(
        (code) => {
          loaded.code = code;
          return code;
        },
        (error) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
    { code: null },
  );
  const preload = () => void loaded().catch(() => {});
  setTimeout(preload, preloadDelay);
  for (const sign of earlySigns) addEventListener(sign, preload, { once: true, passive: true });
  return loaded;
}

let checking: Promise<boolean> | null = null;

async function whenReachable<Code>(load: () => Promise<Code>): Promise<Code> {
  // What loads at the same time asks once.
  checking ??= isReachable().finally(() => {
    checking = null;
  });
  if (!(await checking)) throw new Unreachable();
  return load().catch(() => {
    throw new Error("Part of this page could not be loaded. Reload the page.");
  });
}

/** The code once it has loaded, at once if it had, or the error. `retry` loads it again. */
export function useLazyCode<Code>(loaded: LazyCode<Code>): {
  code: Code | null;
  error: unknown;
  retry: () => void;
} {
  const [state, setState] = useState<{ code: Code | null; error: unknown }>({ code: loaded.code, error: null });
  const retry = useCallback(() => {
    loaded().then(
      (code) => setState({ code, error: null }),
      (error) => setState({ code: null, error }),
    );
  }, [loaded]);
  useEffect(retry, [retry]);
  return { ...state, retry };
}
