/** The essence of a media type, with or without parameters (RFC 9110 section 8.3.1). */
const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}([ \t]*;[\x20-\x7e]*)?$/;

/** What clients send when they do not know the type; the second is curl's for `--data-binary`. */
const unknown = new Set(["application/octet-stream", "application/x-www-form-urlencoded"]);

const longest = 255;

/** The media type that a client gave, or, when it gave none that says anything, the one of the name's extension. */
export function fileMediaType(filename: string, given: string | null | undefined): string {
  const type = (given ?? "").trim();
  const essence = type.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type.length <= longest && mediaType.test(type) && !unknown.has(essence)) return type;
  return Bun.file(filename).type;
}
