/** @jsxImportSource hono/jsx */
import { FileSign } from "./icons.tsx";

/** The side, in pixels, of the square that pages reserve for a picture of any shape. */
const side = 64;

/** The cover of a product, beside its name; nothing if it has none. */
export function Cover({ path }: { path: string | null | undefined }) {
  return path ? (
    <img class="cover" src={path} alt="" width={side} height={side} loading="lazy" decoding="async" />
  ) : null;
}

/** A placeholder for a missing cover in a list, so that all names are aligned. */
export function NoCover() {
  return (
    <span class="cover" aria-hidden="true">
      <FileSign />
    </span>
  );
}
