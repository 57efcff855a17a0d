import { addFile, fileOfUpload } from "../../api/files.ts";
import { ApiProblem } from "../../api/request.ts";
import { errorWords, showDone } from "../notify.tsx";
import { setConnected } from "./underway.ts";
import type { Uploads } from "./upload-file.ts";

/** Milliseconds between questions whether an upload is stored, or whether the service is back. */
const pause = 2_000;

/**
 * Makes the whole upload a file of its product, and takes it from the list. What the service refuses stands at the
 * upload; while the service cannot be reached it is asked again.
 */
export async function finishUpload(uploads: Uploads, id: string, answer?: unknown): Promise<void> {
  const { meta, response, uploadURL } = uploads.getFile(id);
  const address = uploadURL ?? response?.uploadURL ?? "";
  uploads.setFileState(id, { error: null });
  try {
    const file = fileIn(answer) ?? (await patiently(uploads, id, () => storedFile(address)));
    await patiently(uploads, id, () => addFile(meta.product, file, meta.replaces).then(() => true));
    uploads.removeFile(id);
    if (uploads.getFiles().length === 0) showDone("Everything is uploaded.");
  } catch (error) {
    if (uploads.getFile(id)) uploads.setFileState(id, { error: errorWords(error) });
  }
}

function fileIn(answer: unknown): number | null {
  const id = answer instanceof XMLHttpRequest ? answer.getResponseHeader("Waybill-File-Id") : null;
  return id === null ? null : Number(id);
}

async function storedFile(address: string): Promise<number | null> {
  return (await fileOfUpload(address))?.id ?? null;
}

/** Asks until there is an answer, as long as the upload is wanted. */
async function patiently<Answer>(uploads: Uploads, id: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  while (uploads.getFile(id)) {
    let reached = true;
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status < 500) throw error;
      reached = false;
      return null;
    });
    setConnected(reached);
    if (answer !== null) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error("The upload was cancelled.");
}
