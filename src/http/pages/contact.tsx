/** @jsxImportSource hono/jsx */
import type { Store } from "../../accounts/store.ts";
import { useLocalization } from "./language.tsx";

/** The address that an order's customer writes to, with the order named in the subject; nothing for anybody else. */
export function Contact({ store: { contact } }: { store: Store }) {
  const { order } = useLocalization().texts.order;
  if (!contact) return null;
  const address = encodeURIComponent(contact.address).replace(/%40(?!.*%40)/, "@");
  return (
    <p>
      <a href={`mailto:${address}?subject=${encodeURIComponent(`${order} ${contact.orderName}`)}`}>
        <bdi>{contact.address}</bdi>
      </a>
    </p>
  );
}
