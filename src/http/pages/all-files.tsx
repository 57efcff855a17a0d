/** @jsxImportSource hono/jsx */

import type { FilesTogether } from "../../delivery/orders/reading/files-together.ts";
import { allFilesPath } from "../../platform/customer-paths.ts";
import { bytesInWords } from "../../platform/i18n/in-words.ts";
import { fill } from "../../platform/i18n/localization.ts";
import { DownloadSign } from "./icons.tsx";
import { useLocalization } from "./language.tsx";
import { large } from "./large-files.tsx";
import { startedTexts } from "./started-texts.ts";

/** Downloads all files of an order in one archive, and says what is not in it. */
export function AllFiles({ orderGuid, together }: { orderGuid: string; together: FilesTogether }) {
  const local = useLocalization();
  const { texts, counted, number } = local;
  const { allFiles: all } = texts;
  const { count, sizeBytes, certainty, parts, isLimited, leftOut } = together;
  const size = bytesInWords(sizeBytes, certainty, local);
  return (
    <section class="card all" aria-labelledby="all">
      <div>
        <h2 id="all">{all.title}</h2>
        <p class="about" aria-live="polite" {...(parts.length === 1 && startedTexts(local))}>
          <span>{texts.file.kinds.zip}</span>
          <span>{counted(all.files, count)}</span>
          {size !== null && <data value={String(sizeBytes)}>{size}</data>}
        </p>
        {isLimited && <p>{all.counts}</p>}
        {leftOut.usedUp > 0 && <p>{counted(all.usedUp, leftOut.usedUp)}</p>}
        {leftOut.links > 0 && <p>{counted(all.links, leftOut.links)}</p>}
        {leftOut.waiting > 0 && <p>{counted(all.waiting, leftOut.waiting)}</p>}
        {parts.length > 1 && <p>{all.parts}</p>}
        {sizeBytes >= large && <p>{all.large}</p>}
      </div>
      {parts.length === 1 ? (
        <a class="button" href={allFilesPath(orderGuid)} rel="nofollow">
          <DownloadSign />
          <span>{all.download}</span>
        </a>
      ) : (
        <ul class="parts">
          {parts.map((part, index) => (
            <li key={String(index)}>
              {part.count > 0 && (
                <a class="button" href={`${allFilesPath(orderGuid)}?part=${index + 1}`} rel="nofollow">
                  <DownloadSign />
                  <span>
                    {fill(all.part, { part: number(index + 1), parts: number(parts.length) })}
                    <span class="unseen">
                      {" "}
                      {[counted(all.files, part.count), bytesInWords(part.sizeBytes, part.certainty, local)]
                        .filter((words) => words !== null)
                        .join(", ")}
                    </span>
                  </span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
