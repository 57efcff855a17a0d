import { createHash, createHmac, timingSafeEqual } from "node:crypto";

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** Milliseconds that a signed request may differ from the clock, as with Amazon. */
const allowedSkew = 15 * 60_000;

/**
 * Checks the signature (AWS Signature Version 4) in the headers of a request or in its address. Returns the S3 error
 * code of what is wrong with it, or null.
 */
export function signatureProblem(request: Request, credentials: S3Credentials, now = Date.now()): string | null {
  const url = new URL(request.url);
  const isPresigned = url.searchParams.has("X-Amz-Signature");
  const signed = isPresigned ? readAddress(url) : readHeaders(request.headers);
  if (!signed) return "AccessDenied";
  const signedAt = Date.parse(signed.date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (Number.isNaN(signedAt) || signedAt - now > allowedSkew) return "RequestTimeTooSkewed";
  if (now - signedAt > (isPresigned ? signed.lifetime * 1000 : allowedSkew)) {
    return isPresigned ? "AccessDenied" : "RequestTimeTooSkewed";
  }
  const [accessKeyId, ...scope] = signed.credential.split("/");
  if (accessKeyId !== credentials.accessKeyId) return "InvalidAccessKeyId";
  const canonical = [
    request.method,
    url.pathname
      .split("/")
      .map((segment) => escaped(decodeURIComponent(segment)))
      .join("/"),
    canonicalQuery(url),
    ...signed.headers.map((name) => `${name}:${(request.headers.get(name) ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signed.headers.join(";"),
    isPresigned ? "UNSIGNED-PAYLOAD" : (request.headers.get("x-amz-content-sha256") ?? ""),
  ].join("\n");
  const text = ["AWS4-HMAC-SHA256", signed.date, scope.join("/"), sha256(canonical)].join("\n");
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  const expected = hmac(key, text);
  const given = Buffer.from(signed.signature, "hex");
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  return isRight && signed.headers.includes("host") ? null : "SignatureDoesNotMatch";
}

interface Signed {
  credential: string;
  headers: string[];
  signature: string;
  /** As it was signed. */
  date: string;
  /** Seconds. */
  lifetime: number;
}

function readHeaders(headers: Headers): Signed | null {
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.get("authorization") ?? "",
  );
  const [, credential = "", names = "", signature = ""] = found ?? [];
  const date = headers.get("x-amz-date") ?? "";
  return found && { credential, headers: names.split(";"), signature, date, lifetime: 0 };
}

function readAddress({ searchParams }: URL): Signed | null {
  const value = (name: string) => searchParams.get(`X-Amz-${name}`) ?? "";
  const lifetime = Number(value("Expires"));
  if (value("Algorithm") !== "AWS4-HMAC-SHA256" || !(lifetime >= 1 && lifetime <= 604_800)) return null;
  const [credential, signature, date] = [value("Credential"), value("Signature"), value("Date")];
  return { credential, headers: value("SignedHeaders").split(";"), signature, date, lifetime };
}

function canonicalQuery({ searchParams }: URL): string {
  return [...searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join("&");
}

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
