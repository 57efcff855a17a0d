import { instant } from "../../src/platform/instants.ts";
import { uploadRaw } from "./files.ts";
import { send } from "./products.ts";
import type { SharedStore } from "./shared-service.ts";

/** A version of a file: its name and content, when it was added, and what feeds tell of it. */
export interface DatedVersion {
  filename: string;
  content: string;
  addedAt: string;
  release?: { version: string; platform: string };
}

/** Gives the product one more file, with these versions, oldest first; returns the file's row number. */
export async function addDatedFile(store: SharedStore, productId: number, versions: DatedVersion[]): Promise<number> {
  const [first, ...later] = versions as [DatedVersion, ...DatedVersion[]];
  const { id } = await uploadRaw(store, first.filename, first.content);
  await send(store, "POST", `products/${productId}/files`, { file_id: id });
  await date(store, id, first.addedAt);
  await release(store, productId, id, first, 1);
  for (const [index, version] of later.entries()) {
    const { id: source } = await uploadRaw(store, version.filename, version.content);
    const added = await send(store, "POST", `products/${productId}/files/${id}/versions`, { file_id: source });
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
    await date(store, id, version.addedAt);
    await release(store, productId, id, version, index + 2);
  }
  return id;
}

/** Moves the current version into the past: the service dates versions itself. */
function date(store: SharedStore, id: number, addedAt: string) {
  const at = instant(Date.parse(addedAt));
  return store.db.write((tx) =>
    tx.updateTable("files").set({ created_at: at, version_added_at: at }).where("id", "=", id).execute(),
  );
}

async function release(
  store: SharedStore,
  productId: number,
  id: number,
  { release: said }: DatedVersion,
  number: number,
) {
  if (said) await send(store, "PUT", `products/${productId}/files/${id}/versions/${number}`, said);
}
