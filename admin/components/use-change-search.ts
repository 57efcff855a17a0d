import { useCallback } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

/** Parameters of the address by name; null or an empty text removes one. */
type Parameters = Record<string, string | null>;

/**
 * Changes some parameters of the address and leaves the others. It starts from the address of that moment, not from
 * the one that was rendered last, so that of two quick changes both hold, and it is shown before anything else happens.
 */
export function useChangeSearch(): (parameters: Parameters, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (parameters, options) => {
      const search = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(parameters)) {
        if (value) search.set(name, value);
        else search.delete(name);
      }
      navigate({ search: `${search}` }, { ...options, flushSync: true });
    },
    [navigate],
  );
}
