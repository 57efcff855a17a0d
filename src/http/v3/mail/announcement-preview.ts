import type { Context } from "hono";
import { firstRecipient } from "../../../delivery/announcements/announcements.ts";
import type { Product } from "../../../delivery/catalog/queries.ts";
import { requireCurrentVersion } from "../../../delivery/catalog/version-list.ts";
import { languageOf } from "../../../delivery/customer-emails/delivery-context.ts";
import { composeUpdateEmail } from "../../../delivery/customer-emails/delivery-email.ts";
import { sampleDelivery } from "../../../delivery/customer-emails/sample-delivery.ts";
import { storeFor } from "../../../delivery/orders/reading/customer-view.ts";
import { loadDelivery } from "../../../delivery/orders/reading/load-delivery.ts";
import type { RenderedEmail } from "../../../messages/mail/transport/mailer.ts";
import { customWordings } from "../../../store/wording/wordings.ts";
import type { V3Env } from "../framework/environment.ts";
import { storeOf } from "./wording-preview.ts";

/** The email about the file's current version, for the newest order that would get it. Throws `not_found`. */
export async function previewOfUpdate(
  c: Context<V3Env>,
  product: Product,
  { fileId, note }: { fileId: number; note: string | null },
): Promise<RenderedEmail & { order_id: string | null }> {
  const { services, account, now } = c.var;
  const { db, renderer } = services;
  const file = { accountId: account.id, productId: product.id, fileId };
  const version = await requireCurrentVersion(db.read, account.id, file);
  const orderId = await firstRecipient(db, account, file, now);
  const found = orderId === null ? null : await loadDelivery(db.read, orderId);
  const delivery = found ?? sampleDelivery(now);
  const { filename, number } = version;
  const update = { productName: product.name, filename, version: number, note: note ?? version.note };
  const use = { accountId: account.id, store: storeFor(storeOf(c, account), delivery), delivery, now, update };
  const own = await customWordings(db.read, account.id, languageOf(use.store));
  const { email } = await composeUpdateEmail(renderer, own, use);
  return { order_id: found?.publicId ?? null, ...email };
}
