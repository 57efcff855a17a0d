import { ApiProblem, request } from "./request.ts";
import type { Answer, Upload } from "./types.ts";

export async function readUpload(address: string): Promise<Upload> {
  const id = address.split("/").at(-1) ?? "";
  return (await request<Answer<"GET /uploads/{id}">>("GET", `uploads/${id}`)).upload;
}

/** Takes back what an upload has become, unless it has taken another file's place or another product has it. */
export async function discardUpload(address: string, replaces: boolean): Promise<void> {
  const { file, product_id: product } = await readUpload(address);
  if (!file) return;
  if (product === null) await deleteUnused(file.id);
  else if (!replaces) await removeFile(product, file.id);
}

/** Takes a file from a product, and deletes its bytes unless another product has it. */
export async function removeFile(product: number, file: number): Promise<void> {
  await request("DELETE", `products/${product}/files/${file}`);
  await deleteUnused(file);
}

/** Moves a file to a place among the product's files, from 1. */
export const moveFile = (product: number, file: number, position: number) =>
  request("PUT", `products/${product}/files/${file}`, { position });

/** Deletes a file unless a product has it. */
export async function deleteUnused(file: number): Promise<void> {
  try {
    await request("DELETE", `files/${file}`);
  } catch (error) {
    // Another product has it, or somebody else deleted it.
    if (!(error instanceof ApiProblem && (error.status === 409 || error.status === 404))) throw error;
  }
}
