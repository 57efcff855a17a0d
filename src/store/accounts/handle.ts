/** A message if the text cannot be a handle. Handles are parts of host names (RFC 1123, 2.1). */
export function handleProblem(handle: string): string | null {
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(handle)) return null;
  return "must be 1 to 63 lowercase letters, digits and hyphens, because it becomes part of a host name";
}
