/**
 * An old link's identifier if it is as hard to guess as those made here (128 bits, docs/delivery.md, Links), so that the link goes
 * on; otherwise undefined.
 */
export function keptIdentifier(guid: string): string | undefined {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(guid)) return undefined;
  const isHexadecimal = /^[0-9a-f-]+$/i.test(guid);
  const digits = isHexadecimal ? guid.replaceAll("-", "").length : guid.length;
  return digits >= (isHexadecimal ? 32 : 22) ? guid : undefined;
}
