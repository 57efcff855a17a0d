/** @jsxImportSource hono/jsx */

import { type DeliveredItem, isWaitingForFile } from "../../delivery/orders/reading/customer-view.ts";
import { itemPath } from "../../platform/customer-paths.ts";
import { keysDueInWords } from "../../platform/i18n/in-words.ts";
import type { Store } from "../../store/accounts/store.ts";
import { StoreName } from "./contact.tsx";
import { FileList } from "./file-list.tsx";
import { InstantInWords } from "./instant.tsx";
import { Filled, useLocalization } from "./language.tsx";
import { LicenseKeys } from "./license-keys.tsx";

interface ItemFilesProps {
  store: Store;
  item: DeliveredItem;
  downloadable: boolean;
  /** Level of the headings in it. */
  heading?: "h3" | "h4";
}

/** The license keys and files of an ordered product, or a sentence that there is nothing yet. */
export function ItemFiles({ store, item, downloadable, heading = "h3" }: ItemFilesProps) {
  const { files, licenseKeys, updatesUntil = null } = item;
  const local = useLocalization();
  const keysDue = keysDueInWords(item, local);
  if (isWaitingForFile(item)) return <NoFileYet store={store} />;
  return (
    <>
      {licenseKeys.length > 0 && <LicenseKeys keys={licenseKeys} heading={heading} />}
      {keysDue !== null && <p class="empty">{keysDue}</p>}
      {files.length > 0 && (
        <FileList
          base={itemPath(item.guid)}
          files={files}
          downloadable={downloadable}
          heading={heading}
          previewsOf={store.allowsPreviews ? item.guid : undefined}
          countsPreviews={store.countsPreviews}
          showsUpdates={store.showsFileUpdates}
        />
      )}
      {updatesUntil !== null && (
        <p class="empty updates">
          <Filled text={local.texts.item.updatesUntil} values={{ date: <InstantInWords at={updatesUntil} /> }} />
        </p>
      )}
    </>
  );
}

/** Shown in place of a product's files until the store adds one. */
export function NoFileYet({ store }: { store: Store }) {
  return (
    <p class="empty">
      <Filled text={useLocalization().texts.file.notAvailableYet} values={{ store: <StoreName store={store} /> }} />
    </p>
  );
}
