import { validate } from "../../delivery/license-checks/validate.ts";
import type { Verdict } from "../../delivery/license-checks/verdict.ts";
import type { Database } from "../../platform/database/database.ts";
import { writeInstant } from "../../platform/instants.ts";
import { type Asker, askLicense, skuMeant } from "./ask.ts";
import { readParameters } from "./parameters.ts";
import { storedForm } from "./question.ts";

export const gumroadPath = "/v2/licenses/verify";

/** The field names of the product, including those of older programs, in the order in which Gumroad reads them. */
const productNames = ["product_id", "id", "link_id", "product_permalink"];

/** The answer to a request in Gumroad's form. Gumroad counts calls as `uses`; here it is the number of the license's devices. */
export async function answerGumroad(db: Database, request: Request, asker: Asker): Promise<Response> {
  const sent = await readParameters(request);
  const product = productNames.map((name) => sent.get(name) ?? "").find((one) => one !== "") ?? "";
  const key = storedForm(sent.get("license_key") ?? "");
  if (key === "") return refusal(404, missing);
  const sku = await skuMeant(db.read, asker.account.id, [product]);
  const verdict = await askLicense(db, asker, validate, { key, sku, device: null });
  const { code, license } = verdict;
  if (code === "valid" && license) return answer(200, { success: true, ...found(product, key, verdict) });
  if (code === "on_hold") return refusal(404, "This license key has been disabled.");
  const isKnown = code !== "unknown" && code !== "wrong_product";
  return refusal(404, isKnown ? "Access to the purchase associated with this license has expired." : missing);
}

/** Gumroad's exact text: programs show it, and some compare it. */
const missing = "That license does not exist for the provided product.";

/**
 * A revoked license is refused, so a license shown here was neither refunded nor charged back. The answer does not reveal the
 * buyer.
 */
const found = (product: string, key: string, { license, devices }: Verdict) => ({
  uses: devices.used,
  purchase: {
    id: "",
    sale_id: "",
    product_id: product,
    product_name: license?.productName ?? "",
    permalink: product,
    email: "",
    full_name: "",
    license_key: key,
    quantity: 1,
    test: false,
    created_at: license?.assignedAt == null ? null : writeInstant(license.assignedAt),
    variants: "",
    custom_fields: [],
    refunded: false,
    disputed: false,
    chargebacked: false,
    subscription_ended_at: null,
    subscription_cancelled_at: null,
    subscription_failed_at: null,
  },
});

const refusal = (status: number, message: string) => answer(status, { success: false, message });

const answer = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  });
