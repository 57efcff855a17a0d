/** The essence of a media type, with or without parameters (RFC 9110 section 8.3.1). */
const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}([ \t]*;[\x20-\x7e]*)?$/;

/** What clients send if they do not know the type. The second is what curl sends for `--data-binary`. */
const unknown = new Set(["application/octet-stream", "application/x-www-form-urlencoded"]);

const longest = 255;

/** The media type sent by the client or, if that is unspecific, the one of the file extension. */
export function fileMediaType(filename: string, given: string | null | undefined): string {
  const type = (given ?? "").trim();
  const essence = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type.length <= longest && mediaType.test(type) && !unknown.has(essence)) return type;
  return Bun.file(filename).type;
}
