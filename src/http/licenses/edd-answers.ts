import type { License } from "../../delivery/license-checks/find-license.ts";
import type { Verdict } from "../../delivery/license-checks/verdict.ts";

/** What programs ask. */
export type EddAction = "activate_license" | "check_license" | "deactivate_license" | "get_version";

/** The product that a program names; null for fields that it does not send. */
export interface EddItem {
  id: string | null;
  name: string | null;
}

type Answered = Exclude<EddAction, "get_version">;

/** The answer about the program's license; a verdict of null means that it names no site. */
export function eddAnswer(action: Answered, item: EddItem, verdict: Verdict | null): Response {
  const license = knownLicense(verdict);
  const limit = license?.deviceLimit ?? null;
  const used = license ? (verdict?.devices.used ?? 0) : 0;
  return answer({
    ...outcomes[action](item, verdict),
    item_id: numberOf(item.id),
    item_name: item.name ?? license?.productName ?? "",
    checksum: "",
    // The answer does not reveal the buyer.
    ...(license ? { expires: endOf(license), payment_id: 0, customer_name: "", customer_email: "" } : {}),
    license_limit: limit ?? 0,
    site_count: used,
    activations_left: limit === null ? "unlimited" : Math.max(0, limit - used),
    price_id: false,
  });
}

/** A version that a program can update to. */
export interface EddRelease {
  version: string;
  /** What is new, as plain text. */
  note: string;
  /** The address where WordPress gets the file; empty if the license does not get it. */
  url: string;
}

/** The answer about updates, in WordPress' format. Without a release it names no version, so WordPress finds none newer. */
export function eddVersion(item: EddItem, verdict: Verdict, slug: string, release: EddRelease | null): Response {
  const name = item.name ?? knownLicense(verdict)?.productName ?? "";
  const version = release?.version ?? "";
  const url = release?.url ?? "";
  return answer({
    new_version: version,
    stable_version: version,
    name,
    slug,
    url: "",
    homepage: "",
    package: url,
    download_link: url,
    // HTML. Without sections, WordPress ignores the answer.
    sections: phpArray({ description: "", changelog: Bun.escapeHTML(release?.note ?? "").replaceAll("\n", "<br>") }),
    banners: [],
    icons: [],
  });
}

const outcomes: Record<Answered, (item: EddItem, verdict: Verdict | null) => object> = {
  activate_license: (item, verdict) =>
    verdict?.code === "valid"
      ? { success: true, license: "valid" }
      : { success: false, license: "invalid", error: verdict ? errorOf(item, verdict) : "missing_url" },
  check_license: (item, verdict) => ({
    success: knownLicense(verdict) !== null,
    license: verdict ? statusOf(item, verdict) : "invalid",
  }),
  deactivate_license: (_item, verdict) =>
    knownLicense(verdict) ? { success: true, license: "deactivated" } : { success: false, license: "failed" },
};

function errorOf(item: EddItem, { code }: Verdict): string {
  if (code === "unknown") return "missing";
  if (code === "wrong_product") return mismatchOf(item);
  if (code === "too_many_devices") return "no_activations_left";
  return code === "expired" ? "expired" : "disabled";
}

function statusOf(item: EddItem, { code, devices }: Verdict): string {
  if (code === "valid" || code === "expired") return code;
  if (code === "unknown") return "invalid";
  if (code === "wrong_product") return mismatchOf(item);
  if (code === "revoked" || code === "on_hold") return "disabled";
  return devices.used === 0 ? "inactive" : "site_inactive";
}

const mismatchOf = ({ id }: EddItem): string => (id === null ? "item_name_mismatch" : "invalid_item_id");

/** `2027-01-01 00:00:00` in UTC. */
const endOf = ({ accessUntil }: License): string =>
  accessUntil === null ? "lifetime" : new Date(accessUntil).toISOString().slice(0, 19).replace("T", " ");

/** A caller who asks about another product has a key of the store, and must not learn more about it. */
const knownLicense = (verdict: Verdict | null) =>
  verdict === null || verdict.code === "unknown" || verdict.code === "wrong_product" ? null : verdict.license;

/** What PHP's `unserialize` reads. Programs use these fields as arrays, and PHP makes objects of JSON's, on which they end. */
function phpArray(fields: Record<string, string>): string {
  const text = (value: string) => `s:${Buffer.byteLength(value)}:"${value}";`;
  const entries = Object.entries(fields).map(([name, value]) => text(name) + text(value));
  return `a:${entries.length}:{${entries.join("")}}`;
}

/** In this system, IDs are numbers; `false` means none. */
const numberOf = (id: string | null) => (id === null ? false : /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id);

const answer = (body: object) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json", "cache-control": "no-store" } });
