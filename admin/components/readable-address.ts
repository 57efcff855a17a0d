import { isolated } from "./format.ts";
/**
 * An email address as people read it: `solo@bücher.example` for `solo@xn--bcher-kva.example`. Labels in scripts whose letters
 * look like Latin ones stay encoded, unless the domain ends in such a script too: `аррӏе.example` would read as another.
 */
export function readableAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (!/(^|\.)xn--/i.test(domain)) return address;
  const labels = domain.split(".").map(readableLabel);
  const isLatin = !lookalikes.test(labels.at(-1) ?? "");
  const shown = labels.map((label, place) => (isLatin && lookalikes.test(label) ? domain.split(".")[place] : label));
  return address.slice(0, at) + shown.join(".");
}

/** A sentence of the service: its addresses as people read them, and each name in quotation marks isolated. */
export const readableText = (text: string): string =>
  text
    .replace(/“([^“”]*)”/g, (_, name: string) => `“${isolated(name)}”`)
    .replace(/[^\s,;:()<>“”"@]+@[\p{L}\p{N}.-]*xn--[\p{L}\p{N}.-]*[\p{L}\p{N}]/giu, readableAddress);

const lookalikes = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** What is no A-label stays as it is. */
function readableLabel(label: string): string {
  if (!/^xn--/i.test(label)) return label;
  const letters = decoded(label.slice(4).toLowerCase());
  // Only what leads to the same domain again.
  return letters !== null && hostOf(letters) === label.toLowerCase() ? letters : label;
}

function hostOf(label: string): string | null {
  const address = `http://${label}.example/`;
  return URL.canParse(address) ? new URL(address).hostname.slice(0, -".example".length) : null;
}

// Browsers encode Punycode in addresses but offer no way back (RFC 3492).
const [base, smallest, largest, skew, damp, firstBias, firstSign] = [36, 1, 26, 38, 700, 72, 128];

/** The letters that Punycode stands for; null if it is none. */
function decoded(code: string): string | null {
  const end = Math.max(0, code.lastIndexOf("-"));
  const signs = [...code.slice(0, end)];
  let [sign, place, bias] = [firstSign, 0, firstBias];
  for (let read = end > 0 ? end + 1 : 0; read < code.length; ) {
    const before = place;
    for (let weight = 1, step = base; ; step += base) {
      const digit = digitOf(code[read++]);
      if (digit === null) return null;
      place += digit * weight;
      const least = Math.min(largest, Math.max(smallest, step - bias));
      if (digit < least) break;
      weight *= base - least;
    }
    const count = signs.length + 1;
    bias = adapted(place - before, count, before === 0);
    sign += Math.floor(place / count);
    place %= count;
    if (sign > 0x10_ff_ff) return null;
    signs.splice(place++, 0, String.fromCodePoint(sign));
  }
  return signs.join("");
}

function digitOf(letter: string | undefined): number | null {
  const digit = letter === undefined ? Number.NaN : Number.parseInt(letter, base);
  if (Number.isNaN(digit)) return null;
  // Letters are the digits from 0, and numerals those from 26.
  return digit < 10 ? digit + largest : digit - 10;
}

function adapted(change: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(change / (isFirst ? damp : 2));
  delta += Math.floor(delta / count);
  let bias = 0;
  for (; delta > ((base - smallest) * largest) / 2; bias += base) delta = Math.floor(delta / (base - smallest));
  return bias + Math.floor((base * delta) / (delta + skew));
}
