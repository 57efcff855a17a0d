import { readUpload } from "../../api/files.ts";
import { ApiProblem } from "../../api/request.ts";
import type { Upload } from "../../api/types.ts";
import { cut } from "../format.ts";
import { errorWords, showDone } from "../notify.tsx";
import { setConnected } from "./underway.ts";
import type { Uploads } from "./upload-file.ts";

/** Milliseconds between checks whether the upload is stored or the service is back. */
const pollInterval = 2_000;

const withoutProduct =
  "The product was deleted or has reached its file limit. The file was uploaded but belongs to no product. Cancel " +
  "to delete it.";

/**
 * Waits until the service has stored a complete upload as a file of its product, then removes it from the list. Errors
 * are shown at the upload. Retries while the service cannot be reached.
 */
export async function finishUpload(uploads: Uploads, id: string): Promise<void> {
  const { meta, response, uploadURL } = uploads.getFile(id);
  const address = uploadURL ?? response?.uploadURL ?? "";
  uploads.setFileState(id, { error: null });
  try {
    const { product_id } = await patiently(uploads, id, () => storedUpload(address));
    if (product_id === null) throw new Error(withoutProduct);
    uploads.removeFile(id);
    if (meta.replacesName !== null) showDone(`Replaced ${cut(meta.replacesName)}.`);
    else if (uploads.getFiles().length === 0) showDone("All files uploaded.");
  } catch (error) {
    if (isWanted(uploads, id)) uploads.setFileState(id, { error: errorWords(error) });
  }
}

/** Null while it is still being stored. */
async function storedUpload(address: string): Promise<Upload | null> {
  const upload = await readUpload(address);
  return upload.file && upload;
}

const isWanted = (uploads: Uploads, id: string) => uploads.getFile(id)?.meta.isCanceled === false;

/** Retries until there is an answer or the upload is canceled. */
async function patiently<Answer>(uploads: Uploads, id: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  while (isWanted(uploads, id)) {
    let reached = true;
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status < 500) throw error;
      reached = false;
      return null;
    });
    setConnected(reached);
    if (answer !== null && isWanted(uploads, id)) return answer;
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
  throw new Error("The upload was canceled.");
}
