/** A text that contains the placeholder `{Name}`. A translation without it does not compile. */
export type Has<Name extends string> = `${string}{${Name}}${string}`;

/** The forms of a text for different numbers, as named by Intl.PluralRules. */
export type Plural = { other: Has<"count"> } & { [Form in Intl.LDMLPluralRule]?: string };

/** Kinds of files that customers are shown. */
export type FileKind =
  | "pdf"
  | "ebook"
  | "zip"
  | "archive"
  | "windowsProgram"
  | "macDiskImage"
  | "macInstaller"
  | "androidApp"
  | "diskImage"
  | "document"
  | "spreadsheet"
  | "presentation"
  | "photoshop"
  | "font"
  | "audio"
  | "video"
  | "image"
  | "text"
  | "file";

/** Why a customer's link does not work. The first ten are error codes of the domain. */
export type ProblemName =
  | "on_hold"
  | "not_yet"
  | "revoked"
  | "item_revoked"
  | "used_up"
  | "expired"
  | "not_found"
  | "file_missing"
  | "copy_not_ready"
  | "copy_failed"
  | "foreign_form"
  | "unknown_store"
  | "unavailable"
  | "internal";

/** Whether the customer can use an order, and why not. */
export type CustomerState = "open" | "expired" | "used_up" | "waiting_for_key" | "waiting_for_file";
