import { connect } from "node:net";
import { join } from "node:path";
import type { Service, Store } from "./service.ts";
import { v3 } from "./v3.ts";

const encoded = (text: string) => Buffer.from(text).toString("base64");

/** `Upload-Metadata` of these names and values. */
export const metadata = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${encoded(value)}`)
    .join(",");

/** A request of the tus protocol at `path`, a whole one. */
export function tus(
  service: Store,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  init: Pick<RequestInit, "body"> & Parameters<Store["api"]>[1] = {},
): Promise<Response> {
  return service.api(path, { ...init, method, headers: { "tus-resumable": "1.0.0", ...headers } });
}

/** Begins an upload; returns its path. */
export async function beginUpload(service: Store, sizeBytes: number, filename = "map.pdf"): Promise<string> {
  const headers = { "upload-length": String(sizeBytes), "upload-metadata": metadata({ filename }) };
  const response = await tus(service, "POST", "/api/v3/uploads", headers);
  if (response.status !== 201) throw new Error(await response.text());
  return response.headers.get("location") ?? "";
}

/** Sends bytes at `offset`. */
export function patch(
  service: Store,
  path: string,
  { offset, bytes }: { offset: number; bytes: Uint8Array | string },
): Promise<Response> {
  const headers = { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" };
  return tus(service, "PATCH", path, headers, { body: new Blob([bytes as string]) });
}

/** Bytes that have arrived, as HEAD says. */
export async function offsetOf(service: Store, path: string): Promise<number> {
  return Number((await tus(service, "HEAD", path)).headers.get("upload-offset"));
}

/** Where the bytes of the upload stand until all have arrived. */
export const partial = (service: Pick<Service, "folder">, path: string): string =>
  join(service.folder, "uploads", path.split("/").at(-1) ?? "");

/** The upload as v3 shows it. */
export const shown = async (service: Store, path: string) =>
  (await v3(service, "GET", path.replace("/api/v3/", ""))).body.upload;

/** Sends the first part of what it says is all the rest, and then no more; `cut` breaks the connection. */
export function sendPart(
  service: Store,
  path: string,
  { offset, rest }: { offset: number; rest: Uint8Array },
  part: number,
) {
  const { key, token } = service.credentials;
  const socket = connect(service.port, "127.0.0.1");
  socket.on("error", () => {});
  const headers = [
    `PATCH ${path} HTTP/1.1`,
    "Host: localhost",
    `Authorization: Basic ${btoa(`${key}:${token}`)}`,
    "Tus-Resumable: 1.0.0",
    `Upload-Offset: ${offset}`,
    "Content-Type: application/offset+octet-stream",
    `Content-Length: ${rest.length}`,
  ];
  socket.write(`${headers.join("\r\n")}\r\n\r\n`);
  socket.write(rest.subarray(0, part));
  return { cut: () => void socket.destroy() };
}
