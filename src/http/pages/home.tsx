/** @jsxImportSource hono/jsx */
import { renderDocument } from "./layout.tsx";
import type { PageStore } from "./store-mark.tsx";

/** The page at the account's bare address, as an HTML document: customers who land here lost their link. */
export function HomePage({ store }: { store: PageStore }): string {
  return renderDocument({
    title: store.name,
    store,
    children: (
      <main id="content" class="problem">
        <h1>
          Downloads from <bdi>{store.name}</bdi>
        </h1>
        <p>Your downloads are behind the link in the email that came with your order.</p>
        <h2>You cannot find the email?</h2>
        <p>Look among the unwanted mail too, or ask the store to send it again.</p>
      </main>
    ),
  });
}
