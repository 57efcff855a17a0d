import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Service, Store } from "./service.ts";

/** A file as the v3 interface shows it. */
export interface ShownFile {
  id: number;
  filename: string;
  size_bytes: number;
  content_type: string;
  sha256: string;
  permalink: string | null;
  created_at: string;
}

/** A PNG of one dot, in Base64. */
export const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** Files in the store of the data folder, whole ones and those being written. */
export function storedBytes(service: Pick<Service, "folder">): string[] {
  const folders = ["tmp", "objects"].map((name) => join(service.folder, "files", name));
  const entries = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Uploads the bytes as a raw body. */
export async function uploadRaw(service: Store, filename: string, body: string | Uint8Array): Promise<ShownFile> {
  const path = `/api/v3/files?filename=${encodeURIComponent(filename)}`;
  const response = await service.api(path, { method: "POST", body: new Blob([body as string]) });
  if (response.status !== 201) throw new Error(await response.text());
  return ((await response.json()) as { file: ShownFile }).file;
}

/** Runs curl with the demo account's credentials; answers what it prints. */
export async function curl(service: Store, ...words: string[]): Promise<string> {
  const { key, token } = service.credentials;
  const child = Bun.spawn(["curl", "-s", "-u", `${key}:${token}`, ...words], { stdout: "pipe" });
  return new Response(child.stdout).text();
}

export const sha256 = (bytes: string | Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
