import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useDeed } from "../api/deed.ts";
import { type ImportOptions, type ImportProgress, importKey, sendImport } from "../api/imports.ts";
import { useChangeSearch } from "../components/use-change-search.ts";

/** Sends one file at a time; then the address names its import as the `report`. */
export function useSending() {
  const queries = useQueryClient();
  const changeSearch = useChangeSearch();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // Going back must not lead to a report whose rows are imported meanwhile.
  const showReport = (report: string | null) => changeSearch({ report }, { replace: true, preventScrollReset: true });
  const mutation = useDeed({
    mutationFn: (options: ImportOptions) => {
      running.current?.abort();
      running.current = new AbortController();
      setProgress({ phase: "sending", share: 0, words: "" });
      showReport(null);
      return sendImport(options, setProgress, running.current.signal);
    },
    onSettled: () => setProgress(null),
    onSuccess: (started) => {
      queries.setQueryData(importKey(started.id), started);
      showReport(String(started.id));
    },
  });
  return { ...mutation, progress, showReport };
}
