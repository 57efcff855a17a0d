/** @jsxImportSource hono/jsx */

import type { DeliveredFile } from "../../delivery/orders/reading/customer-view.ts";
import { previewPath } from "../../platform/customer-paths.ts";
import { previewKind } from "../preview-kind.ts";
import { safeFilename } from "../safe-filename.ts";
import { useLocalization } from "./language.tsx";

type PreviewedFile = Pick<DeliveredFile, "id" | "filename" | "contentType" | "opensAt"> &
  Partial<Pick<DeliveredFile, "remaining">>;

interface PreviewProps {
  itemGuid: string;
  file: PreviewedFile;
  /** Whether it counts as a download. */
  counts: boolean;
}

/**
 * A player, or a link that shows a picture or a document. Nothing is loaded before the customer presses it, because it may count
 * as a download. `script.ts` shows pictures in the page.
 */
export function Preview({ itemGuid, file, counts }: PreviewProps) {
  const { preview } = useLocalization().texts;
  const kind = file.opensAt === null && (!counts || file.remaining !== 0) ? previewKind(file) : null;
  if (kind === null) return null;
  const isFree = !counts || file.remaining === null;
  const address = previewPath(itemGuid, file.id);
  const name = safeFilename(file.filename);
  return (
    <div class="preview">
      {kind === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: Captions are part of the store's file, if it has any.
        <audio controls preload="none" src={address} aria-label={name} data-free={isFree ? "" : undefined} />
      )}
      {kind === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: Captions are part of the store's file, if it has any.
        <video
          controls
          playsinline
          preload="none"
          src={address}
          aria-label={name}
          data-free={isFree ? "" : undefined}
        />
      )}
      {(kind === "image" || kind === "pdf") && (
        <a class="view" href={address} target="_blank" rel="noopener nofollow" data-kind={kind} data-name={name}>
          {preview.view}
          <span class="unseen"> {name}</span>
        </a>
      )}
      {counts && file.remaining !== null && (
        <p class="aside">{kind === "audio" || kind === "video" ? preview.playCounts : preview.viewCounts}</p>
      )}
    </div>
  );
}

/** Speeds of players, as multiples of the recorded one. */
const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** The controls of a track's player in addition to the browser's own. `script.ts` shows them at the playing track. */
export function PlayerControls() {
  const { texts, number } = useLocalization();
  const { preview } = texts;
  return (
    <fieldset class="player" hidden>
      <label>
        {preview.speed}
        <select>
          {speeds.map((speed) => (
            <option key={speed} value={String(speed)} selected={speed === 1}>
              {number(speed)} ×
            </option>
          ))}
        </select>
      </label>
      <span class="tracks">
        <button type="button">{preview.previous}</button>
        <button type="button">{preview.next}</button>
      </span>
    </fieldset>
  );
}
