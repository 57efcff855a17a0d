/** @jsxImportSource hono/jsx */
import { previewPath } from "../../customer-paths.ts";
import { fileTexts } from "../../i18n/file-texts.ts";
import type { DeliveredFile } from "../../orders/delivery.ts";
import { previewKind } from "../preview-kind.ts";
import { safeFilename } from "../safe-filename.ts";
import { useLocalization } from "./language.tsx";

type PreviewedFile = Pick<DeliveredFile, "id" | "filename" | "contentType" | "opensAt"> &
  Partial<Pick<DeliveredFile, "remaining">>;

/**
 * A player, or a link that shows a picture or a document. Nothing is loaded before the customer presses it, because it counts
 * as a download. `script.ts` shows pictures in the page.
 */
export function Preview({ itemGuid, file }: { itemGuid: string; file: PreviewedFile }) {
  const { preview } = fileTexts[useLocalization().language];
  const kind = file.opensAt === null && file.remaining !== 0 ? previewKind(file) : null;
  if (kind === null) return null;
  const address = previewPath(itemGuid, file.id);
  const name = safeFilename(file.filename);
  return (
    <div class="preview">
      {kind === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: Captions are part of the store's file, if it has any.
        <audio controls preload="none" src={address} aria-label={name} />
      )}
      {kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: Captions are part of the store's file, if it has any.
        <video controls playsinline preload="none" src={address} aria-label={name} />
      )}
      {(kind === "image" || kind === "pdf") && (
        <a class="view" href={address} target="_blank" rel="noopener nofollow" data-kind={kind} data-name={name}>
          {preview.view}
          <span class="unseen"> {name}</span>
        </a>
      )}
      {file.remaining !== null && (
        <p class="aside">{kind === "audio" || kind === "video" ? preview.playCounts : preview.viewCounts}</p>
      )}
    </div>
  );
}
