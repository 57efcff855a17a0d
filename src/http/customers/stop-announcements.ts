import { forgetOptOut, hasOptedOut, optOut } from "../../delivery/announcements/opt-outs.ts";
import { stopAnnouncementsPath } from "../../platform/customer-paths.ts";
import { instantNow } from "../../platform/instants.ts";
import { wantsPage } from "../content-negotiation.ts";
import { StopAnnouncementsPage } from "../pages/stop-announcements.tsx";
import type { DeliveryRequest, DeliveryServices } from "./deliver-file.ts";
import { formIn } from "./form.ts";
import { localizationOf } from "./language.ts";
import { requireDelivery } from "./links.ts";
import { customersStore, page, redirect, sentence } from "./respond.ts";

/** The page where the customer of an order stops or resumes emails about updates. Opening it changes nothing. */
export async function showStopAnnouncements(
  services: DeliveryServices,
  { request, account }: DeliveryRequest,
  orderGuid: string,
): Promise<Response> {
  const { read } = services.db;
  const delivery = await requireDelivery(read, account.id, orderGuid);
  const store = customersStore(account, services.accountUrl, delivery);
  const local = localizationOf(request, store);
  const { searchParams } = new URL(request.url);
  const isStopped = await hasOptedOut(read, account.id, delivery.email);
  const state = isStopped ? "stopped" : searchParams.has("resumed") ? "resumed" : "ask";
  return page(200, store, StopAnnouncementsPage({ store, local, state, orderGuid, email: delivery.email }));
}

/**
 * Handles the page's buttons, and the one-click request with which a mail program stops such emails (RFC 8058 section
 * 3.2), which is answered without a redirect.
 */
export async function stopAnnouncements(
  services: DeliveryServices,
  { request, account }: DeliveryRequest,
  orderGuid: string,
): Promise<Response> {
  const form = await formIn(request);
  if (form === null) return sentence(413, "The form is too long.");
  const { email } = await requireDelivery(services.db.read, account.id, orderGuid);
  const resumes = form.has("resume");
  await services.db.write((tx) =>
    resumes ? forgetOptOut(tx, account.id, email) : optOut(tx, account.id, email, instantNow()),
  );
  if (form.has("List-Unsubscribe") || !wantsPage(request.headers)) {
    return sentence(200, resumes ? "You get emails about updates again." : "You get no more emails about updates.");
  }
  return redirect(303, stopAnnouncementsPath(orderGuid) + (resumes ? "?resumed" : ""));
}
