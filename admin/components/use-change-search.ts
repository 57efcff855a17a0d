import { useCallback } from "react";
import { type NavigateOptions, useNavigate } from "react-router";

/** URL parameters by name; null or an empty string removes one. */
type Parameters = Record<string, string | null>;

/**
 * Changes some URL parameters and keeps the others. It starts from the current URL, not the last rendered one, so that
 * two quick changes both apply.
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
