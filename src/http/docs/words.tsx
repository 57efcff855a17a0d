/** @jsxImportSource hono/jsx */

/** Text of the document, in which `` `…` `` stands for code. */
export function Words({ text }: { text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>;
}

/** For `id` attributes and the links to them: `License keys` → `license-keys` */
export function anchor(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9_]+/g, "-");
}

/** As `anchor`, for an object of the interface: a group of operations may have its name. */
export const objectAnchor = (name: string) => `object-${anchor(name)}`;
