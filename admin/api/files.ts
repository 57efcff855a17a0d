import { ApiProblem, request } from "./request.ts";
import type { Answer, File as StoredFile } from "./types.ts";

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
  await request("DELETE", `products/${product}/files/${file}`);
  await deleteUnused(file);
}

/** Moves a file to a place among the product's files, from 1. */
export const moveFile = (product: number, file: number, position: number) =>
  request("PUT", `products/${product}/files/${file}`, { position });

async function deleteUnused(file: number): Promise<void> {
  try {
    await request("DELETE", `files/${file}`);
  } catch (error) {
    // Another product has it, or somebody else deleted it.
    if (!(error instanceof ApiProblem && (error.status === 409 || error.status === 404))) throw error;
  }
}
