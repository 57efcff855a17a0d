import { Metadata } from "@tus/server";
import { platformNamed, platforms, signatureProblem, versionProblem } from "../../../delivery/catalog/file-releases.ts";
import { noteProblem } from "../../../delivery/catalog/file-versions.ts";
import { filenameProblem } from "../../../delivery/catalog/files.ts";
import { rejectFields } from "../../../platform/errors.ts";
import { readRowNumber } from "../../../platform/integers.ts";

type UploadMetadata = Record<string, string | null>;

/** The values in `Upload-Metadata`; clients use both pairs of names. Null if it is invalid. */
export function readMetadata(header: string | undefined): UploadMetadata | null {
  try {
    return header === undefined ? {} : Metadata.parse(header);
  } catch {
    return null;
  }
}

/** The file name that the metadata give. Throws `invalid` if it is missing or cannot be a file's. */
export function filenameIn({ filename, name }: UploadMetadata): string {
  const given = filename ?? name;
  const message = typeof given === "string" ? filenameProblem(given) : "is required in Upload-Metadata";
  rejectFields([{ field: "filename", message }]);
  return given as string;
}

/** The ID of the product that the file is for; null for none. Throws `invalid` if this or related metadata cannot be read. */
export function productIn(metadata: UploadMetadata): number | null {
  const { product_id, replaces, version_of, note, sequence, version, platform, signature } = metadata;
  const wrong = (value: string | null | undefined, kind: string) =>
    value && readRowNumber(value) === null ? `must be ${kind} in Upload-Metadata` : null;
  rejectFields([
    { field: "product_id", message: wrong(product_id, "an ID") },
    { field: "replaces", message: wrong(replaces, "an ID") },
    { field: "version_of", message: wrong(version_of, "an ID") },
    { field: "note", message: noteProblem(note ?? "") },
    { field: "version", message: version ? versionProblem(version) : null },
    {
      field: "platform",
      message: platform && platformNamed(platform) === null ? `must be one of ${platforms.join(", ")}` : null,
    },
    { field: "signature", message: signature ? signatureProblem(signature) : null },
    { field: "sequence", message: wrong(sequence, "a whole number") },
  ]);
  return readRowNumber(product_id ?? "");
}
