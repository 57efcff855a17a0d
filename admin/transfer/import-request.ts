import { ApiProblem, queryString, request } from "../api/request.ts";
import type { ImportKind } from "./import-kinds.ts";

export interface RefusedRow {
  row: number;
  field: string | null;
  reason: string;
}

/** How it stands with an import, as v3 says it. */
export interface Import {
  id: number;
  kind: ImportKind;
  state: "checking" | "applying" | "done" | "failed";
  rows: number;
  done_rows: number;
  accepted: number;
  refused: RefusedRow[];
  unknown_columns: string[];
  dry_run: boolean;
  applied: boolean;
  problem: string | null;
}

export interface ImportOptions {
  kind: ImportKind;
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

/** Sends the file and follows its import to the end. Throws `ApiProblem`; ends early when `signal` is aborted. */
export async function importFile(
  options: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<Import> {
  let current = await sendFile(options, onProgress, signal);
  while (current.state === "checking" || current.state === "applying") {
    onProgress(progressOf(current));
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
    signal.throwIfAborted();
    current = (await request<{ import: Import }>("GET", `imports/${current.id}`)).import;
  }
  if (current.problem !== null) throw new ApiProblem(500, current.problem, []);
  return current;
}

function progressOf({ state, done_rows, accepted, rows }: Import): ImportProgress {
  const all = state === "applying" ? accepted : rows;
  return {
    phase: state === "applying" ? "applying" : "checking",
    share: all === 0 ? 0 : Math.min(1, done_rows / all),
    words: `${number.format(Math.min(done_rows, all))} of ${number.format(all)} rows`,
  };
}

/** Not by `fetch`, which cannot tell how much of a body is sent. */
function sendFile(
  { kind, file, dryRun, skipRefused }: ImportOptions,
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<Import> {
  const query = queryString({ background: true, dry_run: dryRun, skip_refused: skipRefused });
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", `/api/v3/imports/${kind}?${query}`);
    sending.setRequestHeader("content-type", "text/csv");
    sending.responseType = "json";
    sending.upload.onprogress = ({ loaded, total }) => {
      const share = total === 0 ? 0 : loaded / total;
      onProgress({ phase: "sending", share, words: `${Math.round(share * 100)} %` });
    };
    sending.onload = () => {
      const { status, response } = sending;
      if (status === 202) return resolve(response.import);
      const { detail = "Something went wrong. Try again.", errors = [] } = response ?? {};
      reject(new ApiProblem(status, detail, errors));
    };
    sending.onerror = () =>
      reject(
        new ApiProblem(503, "The file could not be sent. Check your connection, choose the file and try again.", []),
      );
    sending.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => sending.abort(), { once: true });
    sending.send(file);
  });
}
