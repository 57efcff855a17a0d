import { changeLists } from "./products.ts";
import { ApiProblem, request } from "./request.ts";
import type { Answer, Product, File as StoredFile } from "./types.ts";

/** The upload's file; null while it is still being stored. */
export async function fileOfUpload(address: string): Promise<StoredFile | null> {
  const id = address.split("/").at(-1) ?? "";
  return (await request<Answer<"GET /uploads/{id}">>("GET", `uploads/${id}`)).upload.file;
}

/** Deletes the file that an upload has become, if it has, unless a product has it. */
export async function discardUpload(address: string): Promise<void> {
  const file = await fileOfUpload(address);
  if (file) await deleteUnused(file.id);
}

/** Adds a file to a product, in the place of another when `replaces` is its id. */
export async function addFile(product: number, file: number, replaces: number | null): Promise<void> {
  await request("POST", `products/${product}/files`, { file_id: file, replaces });
  if (replaces !== null && replaces !== file) await deleteUnused(replaces);
}

/** Takes a file from a product, and deletes its bytes unless another product has it. */
export async function removeFile(product: number, file: number): Promise<void> {
  await changeLists(product, ({ files }) => ({ item_assets: idsOf(files).filter((id) => id !== file) }));
  await deleteUnused(file);
}

/** Moves a file among the product's files by so many places. */
export function moveFile(product: number, file: number, places: number): Promise<Product> {
  return changeLists(product, ({ files }) => {
    const ids = idsOf(files);
    const from = ids.indexOf(file);
    if (from < 0) return { item_assets: ids };
    const others = ids.toSpliced(from, 1);
    return { item_assets: others.toSpliced(Math.max(0, from + places), 0, file) };
  });
}

async function deleteUnused(file: number): Promise<void> {
  try {
    await request("DELETE", `files/${file}`);
  } catch (error) {
    // Another product has it, or somebody else deleted it.
    if (!(error instanceof ApiProblem && (error.status === 409 || error.status === 404))) throw error;
  }
}

const idsOf = (files: StoredFile[]) => files.map(({ id }) => id);
