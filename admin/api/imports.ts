import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { newKey } from "./action-keys.ts";
import { ApiProblem, queryString, request, SignedOut } from "./request.ts";
import type { Answer, Import } from "./types.ts";

export interface ImportOptions {
  kind: Import["kind"];
  file: File;
  /** Only checks the file. */
  dryRun: boolean;
  skipRefused: boolean;
}

/** How far an import is; `share` from 0 to 1. */
export interface ImportProgress {
  phase: "sending" | "checking" | "applying";
  share: number;
  words: string;
}

const pollMilliseconds = 300;
const number = new Intl.NumberFormat();

export const importKey = (id: number | string) => ["imports", String(id)];

/** Polls an import until it has ended; null for none. */
export function useImport(id: string | null) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: importKey(id ?? ""),
    queryFn: async () =>
      (await request<Answer<"GET /imports/{id}">>("GET", `imports/${encodeURIComponent(id ?? "")}`)).import,
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMilliseconds : false),
  });
  const applied = query.data?.applied === true;
  // Every list may have new rows now.
  useEffect(() => {
    if (applied) queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "imports" });
  }, [applied, queries]);
  return query;
}

/** Whether the service is still working on it. */
export function isRunning({ state }: Import): boolean {
  return state === "checking" || state === "applying";
}

/** The progress of a running import. */
export function progressOf({ state, done_rows, accepted, rows }: Import): ImportProgress {
  const all = state === "applying" ? accepted : rows;
  return {
    phase: state === "applying" ? "applying" : "checking",
    share: all === 0 ? 0 : Math.min(1, done_rows / all),
    words: `${number.format(Math.min(done_rows, all))} of ${number.format(all)} ${all === 1 ? "row" : "rows"}`,
  };
}

/** Idempotency keys of unanswered requests, by file: a file that is sent again is imported once. */
const unanswered = new WeakMap<File, Map<string, string>>();

function keysOf(file: File): Map<string, string> {
  const keys = unanswered.get(file) ?? new Map<string, string>();
  unanswered.set(file, keys);
  return keys;
}

/**
 * Uploads a file and starts its import. Throws `ApiProblem`; ends early when `signal` is aborted. Uses XMLHttpRequest
 * because `fetch` reports no upload progress.
 */
export function sendImport(
  { kind, file, dryRun, skipRefused }: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<Import> {
  const query = queryString({ background: true, dry_run: dryRun, skip_refused: skipRefused });
  const keys = keysOf(file);
  const asked = `${kind} ${query}`;
  const key = keys.get(asked) ?? newKey();
  keys.set(asked, key);
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", `/api/v3/imports/${kind}?${query}`);
    sending.setRequestHeader("content-type", "text/csv");
    sending.setRequestHeader("idempotency-key", key);
    sending.responseType = "json";
    sending.upload.onprogress = ({ loaded, total }) => {
      const share = total === 0 ? 0 : loaded / total;
      onProgress({ phase: "sending", share, words: `${Math.round(share * 100)}%` });
    };
    sending.onload = () => {
      const { status, response } = sending;
      if (status < 500) keys.delete(asked);
      if (status === 202) return resolve(response.import);
      const { detail = "Something went wrong. Try again.", errors = [] } = response ?? {};
      reject(status === 401 ? new SignedOut() : new ApiProblem(status, detail, errors));
    };
    sending.onerror = () =>
      reject(
        new ApiProblem(503, "The file could not be uploaded. Check your connection and choose the file again.", []),
      );
    sending.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(file);
  });
}
