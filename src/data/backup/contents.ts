import { allStoredCovers, changeCoverKey } from "../../delivery/catalog/stored-covers.ts";
import {
  allStoredFiles,
  allStoredVersions,
  changeStorageKey,
  changeVersionKey,
} from "../../delivery/catalog/stored-files.ts";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { allStoredLogos, changeLogoKey } from "../../store/accounts/logo.ts";

/** The parts of a backup, in this order. Each stored file and each message is a part. */
export const parts = {
  database: "database.sqlite",
  secret: "secret",
  messages: "mailbox/",
  files: "files/",
  versions: "versions/",
  logos: "logos/",
  covers: "covers/",
  manifest: "manifest.json",
} as const;

/** Whether each backup keeps its own copy of this part. Other parts can be shared with earlier backups. */
export const isOwnPart = (name: string): boolean =>
  name === parts.database || name === parts.secret || name === parts.manifest;

/** Stored bytes that the database names. */
export interface StoredContent {
  /**
   * The name of their part: `files/17` (file ID), `versions/5` (earlier version), `logos/3` (account) or `covers/8`
   * (product).
   */
  part: string;
  /** For people, such as `file 17 (Booklet.pdf)`. */
  description: string;
  storageKey: string;
  sha256: string;
  /** Null if it is not recorded. */
  sizeBytes: number | null;
  /** Records the key under which the same bytes are stored now. */
  changeKey(tx: Tx, storageKey: string): Promise<void>;
}

/** All stored bytes that the database names, in the order of a backup. */
export async function* storedContents(reader: Reader): AsyncGenerator<StoredContent> {
  for await (const files of allStoredFiles(reader)) {
    for (const { id, filename, ...file } of files) {
      yield {
        ...file,
        part: `${parts.files}${id}`,
        description: `file ${id} (${filename})`,
        changeKey: (tx, key) => changeStorageKey(tx, id, key),
      };
    }
  }
  for await (const versions of allStoredVersions(reader)) {
    for (const { id, number, filename, ...version } of versions) {
      yield {
        ...version,
        part: `${parts.versions}${id}`,
        description: `version ${number} of a file (${filename})`,
        changeKey: (tx, key) => changeVersionKey(tx, id, key),
      };
    }
  }
  for await (const logos of allStoredLogos(reader)) {
    for (const { accountId, ...logo } of logos) {
      yield {
        ...logo,
        part: `${parts.logos}${accountId}`,
        description: `logo of account ${accountId}`,
        sizeBytes: null,
        changeKey: (tx, key) => changeLogoKey(tx, accountId, key),
      };
    }
  }
  for await (const covers of allStoredCovers(reader)) {
    for (const { productId, sku, ...cover } of covers) {
      yield {
        ...cover,
        part: `${parts.covers}${productId}`,
        description: `cover of product ${productId} (SKU ${sku})`,
        sizeBytes: null,
        changeKey: (tx, key) => changeCoverKey(tx, productId, key),
      };
    }
  }
}
