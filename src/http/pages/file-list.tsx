/** @jsxImportSource hono/jsx */
import { Fragment } from "hono/jsx";
import type { DeliveredFile } from "../../delivery/orders/reading/customer-view.ts";
import { remainingInWords, sizeInWords } from "../../platform/i18n/in-words.ts";
import { filenameParts } from "../../platform/i18n/line-breaks.ts";
import { fill } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import { previewKind } from "../preview-kind.ts";
import { safeFilename } from "../safe-filename.ts";
import { fileKind } from "./file-kind.ts";
import { DownloadSign, FileSign, OpenSign } from "./icons.tsx";
import { LongList } from "./in-pieces.tsx";
import { InstantInWords } from "./instant.tsx";
import { Filled, useLocalization } from "./language.tsx";
import { PlayerControls, Preview } from "./preview.tsx";
import { startedTexts } from "./started-texts.ts";

/** A file or an external link, as a row shows it. Files of a permalink have no `remaining`. */
export type ListedFile = Omit<DeliveredFile, "remaining"> & Partial<Pick<DeliveredFile, "remaining">>;

interface FileListProps {
  /** Start of the files' addresses, such as `/get/ITEM-GUID`. */
  base: string;
  files: ListedFile[];
  /** False: the rows describe the files but offer no download. */
  downloadable: boolean;
  /** The order item (its guid) whose files can be previewed in the page; left out for none. */
  previewsOf?: string | undefined;
  /** Whether that counts as a download. */
  countsPreviews?: boolean | undefined;
  /** Whether the rows say when a file was updated, and what is new. */
  showsUpdates?: boolean | undefined;
  /** Level of the files' headings. */
  heading?: "h3" | "h4";
}

/** Every file with its kind, size and downloads left, a download button, and a preview if possible. */
export function FileList({ base, files, downloadable, previewsOf, ...rest }: FileListProps) {
  const { countsPreviews = true, showsUpdates = false, heading = "h3" } = rest;
  const isPlayed = downloadable && previewsOf !== undefined && files.some(isTrack);
  return (
    <>
      <ul class="files">
        <LongList of={files}>
          {(file) => (
            <li class="file">
              <FileRow
                href={fileAddress(base, file)}
                file={showsUpdates ? file : { ...file, update: null }}
                downloadable={downloadable}
                heading={heading}
              />
              {downloadable && previewsOf !== undefined && (
                <Preview itemGuid={previewsOf} file={file} counts={countsPreviews} />
              )}
            </li>
          )}
        </LongList>
      </ul>
      {isPlayed && <PlayerControls />}
    </>
  );
}

const isTrack = (file: ListedFile) => ["audio", "video"].includes(previewKind(file) ?? "");

interface FileRowProps {
  href: string;
  file: ListedFile;
  downloadable: boolean;
  heading: "h3" | "h4";
}

function FileRow({ href, file, downloadable, heading: Heading }: FileRowProps) {
  const local = useLocalization();
  const { texts } = local;
  // The name under which the browser saves the file: a stored name can hide or reorder letters. Links are not saved.
  const filename = file.opensAt === null ? safeFilename(file.filename) : singleLine(file.filename);
  // Where downloads are not counted, the number of those left does not show that one has begun.
  const isCounted = typeof file.remaining === "number";
  const usedUp = typeof file.remaining === "number" && file.remaining <= 0;
  return (
    <>
      <span class="kind" aria-hidden="true">
        {file.opensAt === null ? fileKind(file).letters || <FileSign /> : <OpenSign size={20} />}
      </span>
      <div>
        <Heading class="filename">
          <bdi>
            <Breakable name={filename} />
          </bdi>
        </Heading>
        <p
          class="about"
          aria-live="polite"
          {...(file.opensAt === null && { ...startedTexts(local), "data-counted": isCounted ? "" : undefined })}
        >
          <FileFacts file={file} />
          {file.remaining !== undefined && downloadable && (
            <span class={usedUp ? "gone" : undefined}>
              {remainingInWords({ ...file, remaining: file.remaining }, local)}
            </span>
          )}
        </p>
        {file.update && <FileUpdate at={file.update.at} note={file.update.note} />}
      </div>
      {downloadable && !usedUp && (
        <a class="button" href={href}>
          {file.opensAt === null ? <DownloadSign /> : <OpenSign size={18} />}
          <span>
            {file.opensAt === null ? texts.file.download : texts.file.open}
            <span class="unseen"> {filename}</span>
          </span>
        </a>
      )}
      {downloadable && usedUp && (
        <p class="help">{file.opensAt === null ? texts.file.usedUp : texts.file.linkUsedUp}</p>
      )}
    </>
  );
}

/** When the file was updated, and what is new in the store's own words. */
function FileUpdate({ at, note }: { at: Instant; note: string }) {
  return (
    <p class="update">
      <span class="when">
        <Filled text={useLocalization().texts.file.updated} values={{ date: <InstantInWords at={at} /> }} />
      </span>
      {note !== "" && <span class="own">{note}</span>}
    </p>
  );
}

function Breakable({ name }: { name: string }) {
  return filenameParts(name).map((part, index) => (
    <Fragment key={String(index)}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

function FileFacts({ file }: { file: ListedFile }) {
  const local = useLocalization();
  const { texts } = local;
  if (file.opensAt !== null) return <span class="opens">{fill(texts.file.opensAt, { host: file.opensAt })}</span>;
  const size = sizeInWords(file, local);
  return (
    <>
      <span>{texts.file.kinds[fileKind(file).kind]}</span>{" "}
      {size !== null && <data value={String(file.sizeBytes)}>{size}</data>}
    </>
  );
}

/** `BASE/FILE-ID/FILENAME`. The name is for people, and for tools that save under the last part of an address. */
function fileAddress(base: string, file: ListedFile): string {
  return `${base}/${file.id}/${encodeURIComponent(safeFilename(file.filename))}`;
}
