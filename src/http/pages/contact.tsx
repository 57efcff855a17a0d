/** @jsxImportSource hono/jsx */
import { mailtoLink, type Store } from "../../store/accounts/store.ts";
import { Filled, useLocalization } from "./language.tsx";

/** Where customers find help: the store's site and its address, with the order named in the subject if one is known. */
export function Contact({ store }: { store: Store }) {
  const { contact, website } = store;
  const mail = useContactLink(store);
  return (
    <>
      {website && (
        <p>
          <a href={website}>{new URL(website).host}</a>
        </p>
      )}
      {contact && mail && (
        <p>
          <a href={mail}>
            <bdi>{contact.address}</bdi>
          </a>
        </p>
      )}
    </>
  );
}

/** The store's name, with a link to where customers find help. */
export function StoreName({ store }: { store: Store }) {
  const contact = useContactLink(store);
  const address = store.website ?? contact;
  const name = <bdi>{store.name}</bdi>;
  return address === null ? name : <a href={address}>{name}</a>;
}

/** Names the store's own address, on pages for links that lead nowhere. */
export function StoreAddress({ store: { url } }: { store: Store }) {
  const { storeIsAt } = useLocalization().texts.problem;
  if (!URL.canParse(url)) return null;
  return (
    <p>
      <Filled text={storeIsAt} values={{ address: <a href={url}>{new URL(url).host}</a> }} />
    </p>
  );
}

function useContactLink({ contact }: Store): string | null {
  const { order } = useLocalization().texts.order;
  if (!contact) return null;
  const { address, orderName } = contact;
  return mailtoLink(address, orderName === undefined ? undefined : `${order} ${orderName}`);
}
