import type { Reader } from "../../platform/database/database.ts";
import { hashIdentifier } from "../../platform/identifiers.ts";
import { type Account, accountById } from "./queries.ts";

/** What the identifier at the end of a link refers to. */
export type IdentifierKind = "order" | "item" | "product" | "update_feed" | "library" | "connection" | "mail_hook";

/** The account of a link that does not name its account; null if the identifier does not exist. */
export async function ownerOfIdentifier(
  reader: Reader,
  kind: IdentifierKind,
  identifier: string,
): Promise<Account | null> {
  const [row] = await rowsWith(reader, kind, identifier).execute();
  return row ? accountById(reader, row.account_id) : null;
}

/** Crosses domains: each domain's own queries need the account, which is not known yet. */
function rowsWith(reader: Reader, kind: IdentifierKind, identifier: string) {
  switch (kind) {
    case "order":
      return reader.selectFrom("orders").select("account_id").where("guid", "=", identifier);
    case "item":
      return reader
        .selectFrom("order_items")
        .innerJoin("orders", "orders.id", "order_items.order_id")
        .select("orders.account_id")
        .where("order_items.guid", "=", identifier);
    case "product":
      return reader.selectFrom("products").select("account_id").where("guid", "=", identifier);
    case "update_feed":
      return reader.selectFrom("products").select("account_id").where("update_guid", "=", identifier);
    case "library":
      return reader
        .selectFrom("library_links")
        .select("account_id")
        .where("token_hash", "=", hashIdentifier(identifier));
    case "connection":
      return reader.selectFrom("connections").select("account_id").where("guid", "=", identifier);
    case "mail_hook":
      return reader.selectFrom("mail_hooks").select("account_id").where("guid", "=", identifier);
  }
}
