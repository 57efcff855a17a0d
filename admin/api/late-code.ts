import { useCallback, useEffect, useState } from "react";
import { isReachable, Unreachable } from "./request.ts";

/** Milliseconds after which code that nothing has asked for is loaded: the first screen has been shown by then. */
const leisure = 5_000;

/**
 * Code that is not in the first bundle, as few people need it at once. It is loaded when it is first used, and else a
 * while after the page, so that it is there when the service is away later. Browsers remember a failed import for as
 * long as the page is open, so the service is asked first; `Unreachable` is thrown while it does not answer.
 */
export function lateCode<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | null = null;
  const loaded = () => {
    loading ??= whenReachable(load).catch((error) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  setTimeout(() => loaded().catch(() => {}), leisure);
  return loaded;
}

async function whenReachable<Code>(load: () => Promise<Code>): Promise<Code> {
  if (!(await isReachable())) throw new Unreachable();
  return load().catch(() => {
    throw new Error("Part of this page could not be loaded. Reload the page.");
  });
}

/** The code once it is there; until then null, or why it is not. `retry` loads it again. */
export function useLateCode<Code>(loaded: () => Promise<Code>): {
  code: Code | null;
  error: unknown;
  retry: () => void;
} {
  const [state, setState] = useState<{ code: Code | null; error: unknown }>({ code: null, error: null });
  const retry = useCallback(() => {
    loaded().then(
      (code) => setState({ code, error: null }),
      (error) => setState({ code: null, error }),
    );
  }, [loaded]);
  useEffect(retry, [retry]);
  return { ...state, retry };
}
