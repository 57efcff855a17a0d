/** @jsxImportSource hono/jsx */
import { FileSign } from "./signs.tsx";

/** The side in pixels for which pages leave room, whatever shape the picture has. */
const side = 64;

/** The cover of a product whose name stands beside it; nothing if it has none. */
export function Cover({ path }: { path: string | null | undefined }) {
  return path ? (
    <img class="cover" src={path} alt="" width={side} height={side} loading="lazy" decoding="async" />
  ) : null;
}

/** Stands in a list in place of a cover, so that all names begin at the same place. */
export function NoCover() {
  return (
    <span class="cover" aria-hidden="true">
      <FileSign />
    </span>
  );
}
