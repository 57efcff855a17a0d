import {
  type RenderedWordings,
  renderWordings,
  type WordingUse,
} from "../../delivery/customer-emails/render-wording.ts";
import { type Delivery, storeFor } from "../../delivery/orders/reading/customer-view.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { RendererUnavailable } from "../../store/wording/renderer/lane.ts";
import { WordingError } from "../../store/wording/wording-error.ts";
import { noteWordingProblem, usedWordings } from "../../store/wording/wordings.ts";
import type { PageWording } from "../pages/store-notice.tsx";
import type { DeliveryServices } from "./deliver-file.ts";
import { pageStore } from "./respond.ts";

const pageNames = ["page_greeting", "page_notice", "page_footer"] as const;
type PageName = (typeof pageNames)[number];

/**
 * Renders the store's own texts for the pages of this order in `language`. A text that cannot be used is left out and
 * reported to the owner.
 */
export async function renderPageWording(
  services: DeliveryServices,
  account: Account,
  delivery: Delivery,
  { language: pageLanguage, now }: { language: Language; now: Instant },
): Promise<PageWording> {
  const { db, log } = services;
  const all = await usedWordings(db.read, account.id, pageLanguage);
  const used = all.filter(({ name }) => pageNames.includes(name as PageName));
  if (used.length === 0) return { greeting: null, notice: null, footer: null };
  const sources = Object.fromEntries(
    used.map(({ name, source, language }) => [name, { source, language, isBuiltIn: false }]),
  );
  const use = {
    accountId: account.id,
    store: storeFor(pageStore(account, services.accountUrl), delivery),
    delivery,
    now,
  };
  const rendered = await renderedOrNothing(services, sources, use);
  for (const { name, language, source, problem: known } of used) {
    const problem = rendered[name];
    if (!(problem instanceof WordingError) || !problem.isOwnFault || problem.message === known) continue;
    const noted = { name, language, source, problem: problem.message };
    db.write((tx) => noteWordingProblem(tx, account.id, noted, now)).catch((err) =>
      log.warn({ err, wording: name }, "could not note a problem in a store's wording"),
    );
  }
  const worded = (name: PageName) => {
    const text = rendered[name];
    return typeof text === "string" ? text : null;
  };
  return { greeting: worded("page_greeting"), notice: worded("page_notice"), footer: worded("page_footer") };
}

/** Returns nothing on failure: pages work without the store's own texts. */
async function renderedOrNothing(
  { renderer, log }: DeliveryServices,
  sources: Parameters<typeof renderWordings>[1],
  use: WordingUse,
): Promise<RenderedWordings> {
  try {
    return await renderWordings(renderer, sources, use);
  } catch (error) {
    if (!(error instanceof RendererUnavailable)) throw error;
    log.error({ err: error.cause ?? error }, "showed a page without the store's own wording");
    return {};
  }
}
