import { S3Bucket, S3Error, type StoredObject } from "./s3-objects.ts";
import { type S3Credentials, signatureProblem } from "./s3-signature.ts";

/**
 * Serves one bucket by the part of the S3 protocol that Waybill uses: objects with ranges and preconditions, multipart
 * uploads, copies, lists, presigned addresses. Every request's signature is checked, and every body against its signed hash.
 * At `/-/` a test sees and ages what is stored.
 */
function serve(name: string, folder: string, credentials: S3Credentials) {
  const bucket = new S3Bucket(folder);
  const requests: string[] = [];
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    async fetch(request) {
      const url = new URL(request.url);
      if (url.pathname.startsWith("/-/")) return control(bucket, requests, request, url);
      requests.push(`${request.method} ${url.pathname}${url.search.replace(/[?&]X-Amz-[^&]*|[?&]x-id=\w+/g, "")}`);
      try {
        const problem = signatureProblem(request, credentials);
        if (problem) throw new S3Error(403, problem);
        const [, named = "", ...segments] = url.pathname.split("/");
        if (named !== name) throw new S3Error(404, "NoSuchBucket");
        const key = segments.map(decodeURIComponent).join("/");
        return await (key === "" ? answerBucket(bucket, request, url) : answerObject(bucket, request, url, key));
      } catch (error) {
        if (!(error instanceof S3Error)) throw error;
        const text = `<Error><Code>${error.code}</Code><Message>${escaped(error.message)}</Message></Error>`;
        return xml(text, error.status, request.method);
      }
    },
  });
}

/** For tests: what is stored, what was asked, how copies are answered, and a way to make everything older. */
async function control(bucket: S3Bucket, requests: string[], request: Request, { pathname, searchParams }: URL) {
  if (pathname === "/-/requests") return Response.json(requests.splice(0));
  if (pathname === "/-/older" && request.method === "POST") {
    const older = (date: Date) => new Date(date.getTime() - Number(searchParams.get("milliseconds")));
    for (const object of bucket.objects.values()) object.modifiedAt = older(object.modifiedAt);
    for (const upload of bucket.uploads.values()) upload.initiatedAt = older(upload.initiatedAt);
    return new Response(null, { status: 204 });
  }
  if (pathname === "/-/copies" && request.method === "POST") {
    tellsHashes = searchParams.has("hashes");
    refusedSource = searchParams.get("refused");
    return new Response(null, { status: 204 });
  }
  const objects = [...bucket.objects].map(([key, { sizeBytes }]) => ({ key, sizeBytes }));
  const uploads = [...bucket.uploads.values()].map(({ key, parts }) => ({ key, parts: parts.size }));
  return Response.json({ objects, uploads });
}

function answerBucket(bucket: S3Bucket, { method }: Request, { searchParams }: URL): Response {
  if (method === "HEAD") return new Response(null);
  if (method !== "GET") throw new S3Error(405, "MethodNotAllowed");
  const prefix = searchParams.get("prefix") ?? "";
  if (searchParams.has("uploads")) {
    const marker = searchParams.get("key-marker") ?? "";
    const [uploads, next] = paged(
      [...bucket.uploads.values()].sort((one, other) => (one.key + one.id < other.key + other.id ? -1 : 1)),
      ({ key }) => key.startsWith(prefix) && key > marker,
      searchParams.get("max-uploads"),
    );
    const listed = uploads.map(
      ({ id, key, initiatedAt }) =>
        `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId><Initiated>${initiatedAt.toISOString()}</Initiated></Upload>`,
    );
    const markers = next ? `<NextKeyMarker>${escaped(next.key)}</NextKeyMarker>` : "";
    return xml(
      `<ListMultipartUploadsResult><IsTruncated>${Boolean(next)}</IsTruncated>${markers}${listed.join("")}</ListMultipartUploadsResult>`,
    );
  }
  const after = searchParams.get("continuation-token") ?? searchParams.get("start-after") ?? "";
  const [objects, next] = paged(
    [...bucket.objects].sort(([one], [other]) => (one < other ? -1 : 1)),
    ([key]) => key.startsWith(prefix) && key > after,
    searchParams.get("max-keys"),
  );
  const listed = objects.map(
    ([key, { sizeBytes, etag, modifiedAt }]) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${sizeBytes}</Size></Contents>`,
  );
  const token = next ? `<NextContinuationToken>${escaped(next[0])}</NextContinuationToken>` : "";
  return xml(
    `<ListBucketResult><KeyCount>${objects.length}</KeyCount><IsTruncated>${Boolean(next)}</IsTruncated>${token}${listed.join("")}</ListBucketResult>`,
  );
}

/** The first matching ones, and the last of them if there are more. */
function paged<T>(all: T[], matches: (one: T) => boolean, most: string | null): [page: T[], next: T | null] {
  const matching = all.filter(matches);
  const page = matching.slice(0, Number(most ?? 1000));
  return [page, matching.length > page.length ? (page.at(-1) ?? null) : null];
}

async function answerObject(bucket: S3Bucket, request: Request, { searchParams }: URL, key: string): Promise<Response> {
  const uploadId = searchParams.get("uploadId");
  const signed = request.headers.get("x-amz-content-sha256");
  switch (request.method) {
    case "PUT": {
      const source = request.headers.get("x-amz-copy-source");
      if (source !== null) return copy(bucket, request, decodeURIComponent(source).replace(/^\//, ""), key);
      if (uploadId === null) {
        const object = await bucket.receive(request.body, signed);
        bucket.put(key, object);
        return new Response(null, { headers: { etag: object.etag } });
      }
      const upload = bucket.requireUpload(key, uploadId);
      const number = Number(searchParams.get("partNumber"));
      if (!(Number.isInteger(number) && number >= 1 && number <= 10_000)) throw new S3Error(400, "InvalidArgument");
      const part = await bucket.receive(request.body, signed);
      upload.parts.set(number, part);
      return new Response(null, { headers: { etag: part.etag } });
    }
    case "POST": {
      if (uploadId === null) {
        if (!searchParams.has("uploads")) throw new S3Error(400, "InvalidRequest");
        const { id } = bucket.begin(key);
        return xml(
          `<InitiateMultipartUploadResult><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      const upload = bucket.requireUpload(key, uploadId);
      const { etag } = await bucket.complete(upload, partsIn(await request.text()));
      return xml(
        `<CompleteMultipartUploadResult><Key>${escaped(key)}</Key><ETag>${escaped(etag)}</ETag></CompleteMultipartUploadResult>`,
      );
    }
    case "DELETE": {
      if (uploadId === null) bucket.delete(key);
      else bucket.abort(bucket.requireUpload(key, uploadId));
      return new Response(null, { status: 204 });
    }
    case "GET":
    case "HEAD":
      return read(bucket.require(key), request, searchParams);
    default:
      throw new S3Error(405, "MethodNotAllowed");
  }
}

/** Whether copies are answered with their SHA-256, as by Amazon; other stores do not tell it. */
let tellsHashes = false;

async function copy(bucket: S3Bucket, { headers }: Request, source: string, key: string): Promise<Response> {
  const [, from = ""] = /^files\/(.*)$/.exec(source) ?? [];
  if (refusedSource !== null && from.startsWith(refusedSource)) throw new S3Error(403, "AccessDenied");
  const { path } = bucket.require(from);
  const copied = await bucket.receive(Bun.file(path).stream(), null);
  bucket.put(key, copied);
  const asked = tellsHashes && headers.get("x-amz-checksum-algorithm") === "SHA256";
  const hash = asked ? Bun.SHA256.hash(await Bun.file(copied.path).bytes(), "base64") : "";
  const told = hash && `<ChecksumSHA256>${hash}</ChecksumSHA256>`;
  const at = copied.modifiedAt.toISOString();
  return xml(
    `<CopyObjectResult><ETag>${escaped(copied.etag)}</ETag><LastModified>${at}</LastModified>${told}</CopyObjectResult>`,
  );
}

/** Objects whose names begin so cannot be read by a copy; null for none. */
let refusedSource: string | null = null;

function partsIn(text: string): { number: number; etag: string }[] {
  return [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = ""]) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&#34;", '"'),
  }));
}

/** What an address can say of the answer's headers. */
const overridden = ["content-type", "content-disposition", "cache-control"];

function read({ path, sizeBytes, etag, modifiedAt }: StoredObject, request: Request, query: URLSearchParams) {
  const { method, headers: asked } = request;
  const headers = new Headers({
    etag,
    "last-modified": modifiedAt.toUTCString(),
    "accept-ranges": "bytes",
    "content-type": "binary/octet-stream",
  });
  for (const name of overridden) {
    const value = query.get(`response-${name}`);
    if (value !== null) headers.set(name, value);
  }
  const ifMatch = asked.get("if-match");
  if (ifMatch !== null && ifMatch !== etag) throw new S3Error(412, "PreconditionFailed");
  if (asked.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  const ifRange = asked.get("if-range");
  const isForThis = ifRange === null || ifRange === etag || ifRange === headers.get("last-modified");
  const range = isForThis ? /^bytes=(\d*)-(\d*)$/.exec(asked.get("range") ?? "") : null;
  let [start, end] = [0, sizeBytes];
  if (range && range[0] !== "bytes=-") {
    const [, first = "", last = ""] = range;
    start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
    end = first === "" || last === "" ? sizeBytes : Math.min(sizeBytes, Number(last) + 1);
    if (start >= sizeBytes || end <= start) throw new S3Error(416, "InvalidRange");
    headers.set("content-range", `bytes ${start}-${end - 1}/${sizeBytes}`);
  }
  headers.set("content-length", String(end - start));
  const status = headers.has("content-range") ? 206 : 200;
  if (method === "HEAD" || end === start) return new Response(null, { status, headers });
  // As a stream, because the runtime applies the request's range to a file once more.
  return new Response(Bun.file(path).slice(start, end).stream(), { status, headers });
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

function xml(text: string, status = 200, method = "GET"): Response {
  const body = method === "HEAD" ? null : `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
  return new Response(body, { status, headers: { "content-type": "application/xml" } });
}

if (import.meta.main) {
  const [name = "", folder = "", accessKeyId = "", secretAccessKey = ""] = process.argv.slice(2);
  const server = serve(name, folder, { accessKeyId, secretAccessKey });
  process.stdout.write(`${server.port}\n`);
}
