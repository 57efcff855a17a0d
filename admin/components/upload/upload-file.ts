import type Uppy from "@uppy/core";
import type { UppyFile } from "@uppy/core";

/** What this page keeps of a file beside its bytes; the service gets what its own words name. */
export type UploadMeta = {
  name: string;
  type: string;
  product_id: number;
  /** The id of the product's file whose place it takes; empty for none. */
  replaces: number | "";
  /** Its name. */
  replacesName: string | null;
  /** Of two files of the product, the one with the smaller number stands first. */
  sequence: number;
  /** Keeps the same file apart that is uploaded for two products. */
  relativePath: string;
  /** While the service is asked to forget it. */
  isCanceled: boolean;
};

export type UploadBody = Record<string, unknown>;
export type UploadFile = UppyFile<UploadMeta, UploadBody>;
export type Uploads = Uppy<UploadMeta, UploadBody>;
