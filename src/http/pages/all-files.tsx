/** @jsxImportSource hono/jsx */
import { allFilesPath } from "../../customer-paths.ts";
import type { FilesTogether } from "../../orders/files-together.ts";
import { useLocalization } from "./language.tsx";
import { DownloadSign } from "./signs.tsx";

/** Bytes from which on an interruption costs a customer much. */
const large = 500_000_000;

/** Downloads all files of an order in one archive, and says what is not in it. */
export function AllFiles({ orderGuid, together }: { orderGuid: string; together: FilesTogether }) {
  const { texts, counted, size } = useLocalization();
  const { all, file } = texts;
  const { count, sizeBytes, isLimited, leftOut } = together;
  return (
    <section class="card all" aria-labelledby="all">
      <div>
        <h2 id="all">{all.title}</h2>
        <p class="about">
          <span>{file.kinds.zip}</span>
          <span>{counted(all.files, count)}</span>
          <data value={String(sizeBytes)}>{size(sizeBytes)}</data>
        </p>
        {isLimited && <p>{all.counts}</p>}
        {leftOut.usedUp > 0 && <p>{counted(all.usedUp, leftOut.usedUp)}</p>}
        {leftOut.links > 0 && <p>{counted(all.links, leftOut.links)}</p>}
        {leftOut.waiting > 0 && <p>{counted(all.waiting, leftOut.waiting)}</p>}
        {sizeBytes >= large && <p>{all.large}</p>}
      </div>
      <a class="button" href={allFilesPath(orderGuid)} rel="nofollow">
        <DownloadSign />
        <span>{all.download}</span>
      </a>
    </section>
  );
}
