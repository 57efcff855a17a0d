/** @jsxImportSource hono/jsx */
import { useLocalization } from "./language.tsx";

/** What the store itself says on the pages of an order; null where it says nothing. Plain text, lines kept. */
export interface OwnWords {
  /** In place of the usual greeting. */
  greeting: string | null;
  notice: string | null;
  footer: string | null;
}

/** What the store wants every customer to know, ahead of the downloads. */
export function OwnNotice({ words }: { words: OwnWords | undefined }) {
  const { texts } = useLocalization();
  if (!words?.notice) return null;
  return (
    <section class="notice" aria-label={texts.order.fromTheStore}>
      <p class="own">{words.notice}</p>
    </section>
  );
}
