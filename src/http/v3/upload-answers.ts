import { Metadata } from "@tus/server";
import type { Upload } from "../../catalog/uploads.ts";
import { problemResponse } from "./problem.ts";

/** Turns a response of the tus server into one of this interface: errors as problem details, and no CORS headers. */
export async function tusResponse(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of [...headers.keys()]) if (name.startsWith("access-control-")) headers.delete(name);
  if (response.status < 400) return new Response(response.body, { status: response.status, headers });
  const detail = (await response.text()).trim() || "The request does not follow the tus protocol.";
  return problemResponse(response.status, { detail });
}

/**
 * The response to HEAD and PATCH for an upload that has become the file with the number `file`, however often they are
 * sent.
 */
export function finishedResponse(request: Request, upload: Upload, file: number): Response {
  const offset = String(upload.size_bytes);
  const headers = new Headers({
    "Upload-Offset": offset,
    "Waybill-File-Id": String(file),
    "Cache-Control": "no-store",
  });
  if (request.method === "HEAD") {
    headers.set("Upload-Length", offset);
    headers.set("Upload-Metadata", Metadata.stringify(JSON.parse(upload.metadata)));
    return new Response(null, { status: 200, headers });
  }
  if (request.headers.get("upload-offset") === offset) return new Response(null, { status: 204, headers });
  return problemResponse(409, { detail: `The upload is complete. Its offset is ${offset}.` });
}
