import type Uppy from "@uppy/core";
import type { UppyFile } from "@uppy/core";

/** Metadata of a file. `allowedMetaFields` are sent to the service. */
export type UploadMeta = {
  name: string;
  type: string;
  product_id: number;
  /** ID of the file that gets a new version; empty for none. */
  version_of: number | "";
  /** What is new in it, for customers. */
  note: string;
  /** What update feeds say about it; empty for nothing. */
  version: string;
  platform: string;
  signature: string;
  /** Its name. */
  replacesName: string | null;
  /** Position among the product's files: lower first. */
  sequence: number;
  /** Distinguishes the same file uploaded for two products. */
  relativePath: string;
  /** True while it is being canceled. */
  isCanceled: boolean;
};

export type UploadBody = Record<string, unknown>;
export type UploadFile = UppyFile<UploadMeta, UploadBody>;
export type Uploads = Uppy<UploadMeta, UploadBody>;
