import { request } from "./request.ts";
import type { Answer, Upload } from "./types.ts";

/** For a complete upload, the service answers once the file is stored, which may take a minute. */
export async function readUpload(address: string, signal?: AbortSignal): Promise<Upload> {
  const id = address.split("/").at(-1) ?? "";
  return (await request<Answer<"GET /uploads/{id}">>("GET", `uploads/${id}`, undefined, { signal })).upload;
}

/** Deletes an upload and its file. Resolves with false if it has already replaced another file; it is then kept. */
export async function discardUpload(address: string, replaces: boolean): Promise<boolean> {
  const { file, product_id: product } = await readUpload(address);
  if (file && product === null) await request("DELETE", `files/${file.id}`);
  if (file && product !== null && !replaces) await removeFile(product, file.id);
  return product === null || !replaces;
}

/** Removes a file from a product, and deletes it unless another product uses it. */
export const removeFile = (product: number, file: number) =>
  request("DELETE", `products/${product}/files/${file}?delete_unused=true`);

/** Gives a file another name, in every product that has it. */
export const renameFile = async (file: number, filename: string) =>
  (await request<Answer<"PUT /files/{id}">>("PUT", `files/${file}`, { filename })).file;

/** Moves a file to a position, from 1. */
export const moveFile = (product: number, file: number, position: number) =>
  request("PUT", `products/${product}/files/${file}`, { position });
