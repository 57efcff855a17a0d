import { Metadata } from "@tus/server";
import type { Upload } from "../../../delivery/catalog/uploads.ts";
import { problemResponse } from "../../problem.ts";

/**
 * Turns a response of the tus server into one of this interface: errors as problem details with our own sentences, and no CORS
 * headers. `longest` is the size of the largest file in bytes.
 */
export async function tusResponse(response: Response, longest: number): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of [...headers.keys()]) if (name.startsWith("access-control-")) headers.delete(name);
  if (response.status < 400) return new Response(response.body, { status: response.status, headers });
  const { status } = response;
  const detail = sentenceOf(status, (await response.text()).trim(), longest);
  const resource = status === 404 ? "upload" : undefined;
  return problemResponse(status, { detail, resource });
}

/** The required values of the protocol's headers, by their names in lower case. */
const headerRules: Record<string, string> = {
  "content-type": "Content-Type must be application/offset+octet-stream",
  "tus-resumable": "Tus-Resumable must be 1.0.0",
  "upload-concat": "Upload-Concat is not supported",
  "upload-defer-length": "Upload-Defer-Length must be 1",
  "upload-length": "Upload-Length must be a whole number of bytes",
  "upload-metadata": "Upload-Metadata must be pairs of a key and a Base64 value, separated by commas",
  "upload-offset": "Upload-Offset must be a whole number of bytes",
};

/** Our sentences, by the beginning of the tus server's messages. */
const sentences: [beginning: string, sentence: string][] = [
  ["Upload-Offset header required", "The Upload-Offset header is missing. Send the number of bytes received so far."],
  ["Upload-Offset conflict", "Upload-Offset is not the number of bytes received so far. Ask for it with HEAD."],
  ["Upload-Length or Upload-Defer-Length", "Send either Upload-Length or Upload-Defer-Length: 1."],
  ["Upload-Metadata is invalid", invalidHeaders(["upload-metadata"])],
  ["Content-Type header required", "Send the Content-Type application/offset+octet-stream."],
  ["Concatenation extension", "Parallel uploads of parts (the tus extension concatenation) are not supported."],
  ["Tus-Resumable Required", "The Tus-Resumable header is missing. Send Tus-Resumable: 1.0.0."],
  [
    "Request aborted",
    "Another request is continuing this upload. Ask for the offset with HEAD, and continue from there.",
  ],
  ["failed to acquire lock", "Another request is continuing this upload. Try again shortly."],
  ["Cannot terminate", "The upload is complete and cannot be canceled."],
  ["upload's size exceeded", "The request has more bytes than Upload-Length announced."],
];

function sentenceOf(status: number, words: string, longest: number): string {
  const known = sentences.find(([beginning]) => words.startsWith(beginning));
  if (known) return known[1];
  // The tus server lists the headers, separated by spaces.
  if (status === 400 && words.startsWith("Invalid ")) return invalidHeaders(words.slice("Invalid ".length).split(" "));
  if (status === 404) return "There is no such upload.";
  if (status === 410) return "The upload no longer exists. Start a new one.";
  if (status === 413) return `The file is larger than ${longest} bytes.`;
  if (status >= 500) return "The bytes could not be stored. Ask for the offset with HEAD, and continue from there.";
  return "The request does not follow the tus protocol.";
}

function invalidHeaders(names: string[]): string {
  return `${names.map((name) => headerRules[name.toLowerCase()] ?? `The header ${name} is invalid`).join("; ")}.`;
}

/**
 * The response to HEAD and PATCH for an upload that has become the file with the number `file`, however often they are
 * sent.
 */
export function finishedResponse(request: Request, upload: Upload, file: number): Response {
  const offset = String(upload.sizeBytes);
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
