import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type ImportOptions, type ImportProgress, importKey, sendImport } from "../api/imports.ts";
import { useAction } from "../api/use-action.ts";
import { useUnsaved } from "../components/unsaved.tsx";
import { useChangeSearch } from "../components/use-change-search.ts";

/** Uploads one file at a time, then puts its import into the URL as `report`. */
export function useSending() {
  const queries = useQueryClient();
  const changeSearch = useChangeSearch();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // Replaces the history entry, so that Back never shows a report of rows that are already imported.
  const showReport = (report: string | null) => changeSearch({ report }, { replace: true, preventScrollReset: true });
  const mutation = useAction({
    mutationFn: async (options: ImportOptions) => {
      running.current?.abort();
      const own = new AbortController();
      running.current = own;
      setProgress({ phase: "sending", share: 0, words: "" });
      showReport(null);
      try {
        return await sendImport(options, setProgress, own.signal);
      } finally {
        if (running.current === own) setProgress(null);
      }
    },
    onSuccess: (started) => {
      queries.setQueryData(importKey(started.id), started);
      showReport(String(started.id));
    },
  });
  useUnsaved(progress !== null, {
    parameter: "import",
    confirmLabel: "Stop the upload",
    words: "The file is still uploading. If you stop, nothing is imported.",
  });
  return { ...mutation, progress, showReport };
}
