import type { Account } from "../../accounts/accounts.ts";
import { renderOwnWording } from "../../mail/own-wording.ts";
import type { Delivery } from "../../orders/delivery.ts";
import { WordingError } from "../../wording/engine.ts";
import type { WordingName } from "../../wording/names.ts";
import { noteWordingProblem, ownWordings } from "../../wording/wordings.ts";
import type { OwnWords } from "../pages/own-words.tsx";
import type { DeliveryServices } from "./deliver-file.ts";
import { pageStore } from "./respond.ts";

/** What the store itself says on the pages of this order; a text that cannot be used is left out, and its owner told. */
export async function ownWords(
  services: DeliveryServices,
  account: Account,
  delivery: Delivery,
  now: number,
): Promise<OwnWords> {
  const own = await ownWordings(services.db.read, account.id);
  const store = pageStore(account, services.accountUrl);
  const worded = (name: WordingName) => {
    const source = own[name];
    if (source === undefined) return null;
    try {
      return renderOwnWording(name, source, { store, delivery, now });
    } catch (error) {
      if (!(error instanceof WordingError)) throw error;
      services.db
        .write((tx) => noteWordingProblem(tx, account.id, { name, problem: error.message }, now))
        .catch((err) => services.log.warn({ err, wording: name }, "a wording's problem could not be noted"));
      return null;
    }
  };
  return { greeting: worded("page_greeting"), notice: worded("page_notice"), footer: worded("page_footer") };
}
