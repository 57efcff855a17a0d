import { useQuery } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Answer, FileVersionChanges } from "./types.ts";

export type FileVersion = Answer<"GET /products/{id}/files/{file_id}/versions">["versions"][number];

const pathOf = (product: number, file: number) => `products/${product}/files/${file}/versions`;

/** The newest versions of a file. */
export function useFileVersions(product: number, file: number) {
  return useQuery({
    queryKey: ["products", "versions", product, file],
    queryFn: () =>
      request<Answer<"GET /products/{id}/files/{file_id}/versions">>("GET", `${pathOf(product, file)}?page_size=500`),
  });
}

export const changeVersion = (product: number, file: number, number: number, changes: FileVersionChanges) =>
  request("PUT", `${pathOf(product, file)}/${number}`, changes);

export const removeVersion = (product: number, file: number, number: number) =>
  request("DELETE", `${pathOf(product, file)}/${number}`);

/** Where the owner downloads a version. */
export const versionAddress = (product: number, file: number, number: number) =>
  `/api/v3/${pathOf(product, file)}/${number}/content`;
