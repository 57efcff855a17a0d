import { productBySku } from "../../delivery/catalog/queries.ts";
import { releasedFiles } from "../../delivery/catalog/released-files.ts";
import { activate, deactivate } from "../../delivery/license-checks/activate.ts";
import { type AskedDevice, validate } from "../../delivery/license-checks/validate.ts";
import type { Verdict } from "../../delivery/license-checks/verdict.ts";
import { feedsPath, updateFilePath } from "../../platform/customer-paths.ts";
import type { Database, Reader } from "../../platform/database/database.ts";
import { rejectFields } from "../../platform/errors.ts";
import { textProblem } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { type Asker, askLicense, skuMeant } from "./ask.ts";
import { type EddAction, type EddItem, type EddRelease, eddAnswer, eddVersion } from "./edd-answers.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import { storedForm } from "./question.ts";

export interface EddServices {
  db: Database;
  /** Base URL of an account's links, without a final slash. */
  accountUrl(account: Account): string;
}

/** The domain function for each action of Easy Digital Downloads' Software Licensing. */
const actions: Record<EddAction, typeof validate> = {
  activate_license: activate,
  check_license: validate,
  deactivate_license: deactivate,
  get_version: validate,
};

/** Whether a request at `/` is in Easy Digital Downloads' form: only such requests have a body there. */
export const isEddQuestion = ({ method, url, headers }: Request): boolean =>
  (method === "POST" && headers.has("content-type")) ||
  ((method === "GET" || method === "POST") && /[?&]edd_action=/.test(url));

/** The answer to an action of Easy Digital Downloads; null if the request names no known action. */
export async function answerEdd(
  { db, accountUrl }: EddServices,
  request: Request,
  asker: Asker,
): Promise<Response | null> {
  const sent = await readParameters(request);
  const action = sent.get("edd_action") ?? "";
  if (!isAction(action)) return null;
  const item = itemOf(sent);
  const device = siteOf(sent.get("url") || siteInAgent(asker.client.userAgent));
  if (device === null && (action === "activate_license" || action === "deactivate_license")) {
    return eddAnswer(action, item, null);
  }
  const verdict = await verdictFor(db, asker, { action, key: storedForm(sent.get("license") ?? ""), item, device });
  if (action !== "get_version") return eddAnswer(action, item, verdict);
  const release = await eddRelease(db.read, asker, verdict, accountUrl(asker.account));
  return eddVersion(item, verdict, sent.get("slug") ?? "", release);
}

/**
 * The newest version of the license's product that runs everywhere and was released before its updates ended. Null if the product
 * has no updates, or the license is unknown. Only a valid license gets an address for the file, which works without a header.
 */
async function eddRelease(
  reader: Reader,
  { account, secrets }: Asker,
  { code, license }: Verdict,
  base: string,
): Promise<EddRelease | null> {
  if (license === null || code === "wrong_product") return null;
  const product = await productBySku(reader, account.id, license.sku);
  if (!product?.updateGuid || product.updates === "off") return null;
  const release = (await releasedFiles(reader, product, license.updatesUntil)).find(
    ({ platform }) => platform === "any",
  );
  if (!release) return null;
  const path = updateFilePath(feedsPath(product.updateGuid, secrets.updateToken(license.id)), release.file);
  return {
    version: release.version,
    note: release.file.versionNote,
    url: code === "valid" ? base + path : "",
  };
}

const isAction = (name: string): name is EddAction => Object.hasOwn(actions, name);

async function verdictFor(
  db: Database,
  asker: Asker,
  { action, key, item, device }: { action: EddAction; key: string; item: EddItem; device: AskedDevice | null },
): Promise<Verdict> {
  // Programs without a license ask for versions too. This is not a guess.
  if (key === "") return { code: "unknown", license: null, devices: { used: 0 }, device: null };
  const named = [item.id, item.name].filter((one) => one !== null);
  const sku = await skuMeant(
    db.read,
    asker.account.id,
    named.flatMap((name) => [name, decodedOnce(name)]),
  );
  return askLicense(db, asker, actions[action], { key, sku, device });
}

function itemOf(sent: Parameters): EddItem {
  const id = sent.get("item_id")?.trim() ?? "";
  const name = sent.get("item_name")?.trim() ?? "";
  return { id: ["", "0", "false"].includes(id) ? null : id, name: name === "" ? null : name };
}

/** The site that asks: an address with or without its scheme, which older programs encode twice. Throws `invalid`. */
function siteOf(sent: string): AskedDevice | null {
  const address = (/^[\w-]+%/.test(sent) ? decodedOnce(sent) : sent).trim();
  if (address === "") return null;
  rejectFields([{ field: "url", message: textProblem(address, { longest: 255 }) }]);
  const isHost = /^(localhost|[^\s/:]+\.[^\s/:]+)(:\d+)?(\/|$)/i.test(address);
  return { id: isHost ? `http://${address}` : address, name: address.replace(/^https?:\/\//i, "") };
}

/** WordPress sends the site's address in its requests: `WordPress/6.8; https://example.com`. */
const siteInAgent = (userAgent: string): string => /^WordPress\/[^;]*;\s*(https?:\/\/\S+)/i.exec(userAgent)?.[1] ?? "";

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
