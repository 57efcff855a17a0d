/** @jsxImportSource hono/jsx */
import type { Store } from "../../accounts/store.ts";
import type { DeliveredItem } from "../../orders/delivery.ts";
import { FileList } from "./file-list.tsx";
import { Filled, useLocalization } from "./language.tsx";
import { LicenseKeys } from "./license-keys.tsx";
import { StoreName } from "./store-mark.tsx";

/** The license keys and files of an ordered product, or that there is nothing yet. */
export function ItemFiles({ store, item, downloadable }: { store: Store; item: DeliveredItem; downloadable: boolean }) {
  const { files, licenseKeys } = item;
  if (files.length === 0 && licenseKeys.length === 0) return <NoFileYet store={store} />;
  return (
    <>
      {licenseKeys.length > 0 && <LicenseKeys keys={licenseKeys} />}
      {files.length > 0 && <FileList base={`/get/${item.guid}`} files={files} downloadable={downloadable} />}
    </>
  );
}

/** Said in place of a product's files while the store has added none. */
export function NoFileYet({ store }: { store: Store }) {
  return (
    <p class="empty">
      <Filled text={useLocalization().texts.file.notHereYet} values={{ store: <StoreName store={store} /> }} />
    </p>
  );
}
