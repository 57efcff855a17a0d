import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type ImportOptions, type ImportProgress, importFile } from "./import-request.ts";

/** One import at a time: checks a file, then imports it. */
export function useImport() {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (options: ImportOptions) => {
      running.current?.abort();
      running.current = new AbortController();
      setProgress({ phase: "sending", share: 0, words: "" });
      return importFile(options, setProgress, running.current.signal);
    },
    onSettled: () => setProgress(null),
    // Every list may hold imported rows now.
    onSuccess: ({ applied }) => applied && queries.invalidateQueries(),
  });
  return { ...mutation, progress };
}
