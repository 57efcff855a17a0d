import type { Uploads } from "./upload-file.ts";

/**
 * Milliseconds between the tries of an upload that is interrupted: soon at first, then for about an hour. Whatever
 * arrives begins the row anew.
 */
export const retryDelays = [0, 1_000, 2_000, 4_000, ...Array.from({ length: 360 }, () => 10_000)];

/** Milliseconds without progress after which a connection counts as lost, though nobody has said so. */
const patience = 45_000;

/** Milliseconds without progress after which the page says so. */
const silence = 6_000;

/** Connects again where nothing moves any more, as after a change of the network. */
export function watchForStalls(uploads: Uploads): void {
  const seen = new Map<string, { bytes: number; since: number }>();
  setInterval(() => {
    const now = Date.now();
    for (const { id, meta, progress, isPaused, error } of uploads.getFiles()) {
      const bytes = Number(progress.bytesUploaded);
      const before = seen.get(id);
      const idle = isPaused || error || !progress.uploadStarted || bytes === progress.bytesTotal;
      if (before?.bytes !== bytes || idle) seen.set(id, { bytes, since: now });
      const silent = now - (seen.get(id)?.since ?? now) > silence;
      if (silent !== meta.silent) uploads.setFileMeta(id, { ...meta, silent });
      if (before && !idle && bytes > 0 && now - before.since > patience) {
        seen.delete(id);
        uploads.pauseResume(id);
        uploads.pauseResume(id);
      }
    }
  }, 2_000);
}
