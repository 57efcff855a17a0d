import type { ConnectionKind } from "../../platform/shops.ts";
import { textProblem } from "../../platform/text.ts";
import type { GenericSettings, ShopSettings } from "./reading/shop.ts";

export const genericSignatures = ["standard_webhooks", "hmac_hex", "hmac_base64"] as const;

const longestSetting = 500;

/** The fields that hold a path into JSON. */
const genericPaths = [
  "event",
  "orderId",
  "number",
  "email",
  "firstName",
  "lastName",
  "currency",
  "items",
  "sku",
  "productId",
  "productName",
  "quantity",
  "price",
  "test",
] as const satisfies (keyof GenericSettings)[];

/** Problems with the settings of a connection of this kind. */
export function settingsProblems(
  kind: ConnectionKind,
  settings: ShopSettings,
): { field: string; message: string | null }[] {
  const { sellerId, webhookId, apiUrl, generic, subscriptionGraceInHours: grace } = settings;
  const plain = (text: string | undefined) =>
    text === undefined ? null : textProblem(text, { longest: longestSetting });
  return [
    { field: "sellerId", message: plain(sellerId) },
    { field: "webhookId", message: plain(webhookId) },
    { field: "apiUrl", message: apiUrl === undefined ? null : apiUrlProblem(apiUrl) },
    { field: "subscriptionGraceInHours", message: grace === undefined ? null : graceProblem(kind) },
    ...(kind === "generic" ? genericProblems(generic) : []),
  ];
}

/** Kinds of shops that report the payments of a subscription. */
const kindsWithSubscriptions: ConnectionKind[] = [
  "woocommerce",
  "stripe",
  "lemonsqueezy",
  "paddle",
  "paypal",
  "gumroad",
];

/** Maximum grace after the paid time, in hours. */
export const longestGrace = 60 * 24;

const graceProblem = (kind: ConnectionKind): string | null =>
  kindsWithSubscriptions.includes(kind) ? null : "must be null for this kind of shop";

function apiUrlProblem(url: string): string | null {
  const parsed = URL.parse(url);
  const isRight = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === "" && url.length <= 2048;
  return isRight ? null : "must be an address such as https://shop.example.com";
}

function genericProblems(generic: GenericSettings | undefined): { field: string; message: string | null }[] {
  if (!generic) return [{ field: "generic", message: "is required" }];
  const needsHeader = generic.signature !== "standard_webhooks";
  const isHeader = /^[a-z0-9-]{1,100}$/i.test(generic.header ?? "");
  return [
    { field: "generic.header", message: needsHeader && !isHeader ? "must be the name of a header" : null },
    ...genericPaths.map((name) => ({ field: `generic.${name}`, message: pathProblem(generic[name]) })),
  ];
}

/** Names of members, separated by dots, and positions in brackets. */
const pathShape = /^(\$\.?)?[^.[\]]+(\[\d{1,4}\])*(\.[^.[\]]+(\[\d{1,4}\])*)*$/;

function pathProblem(path: string | undefined): string | null {
  if (path === undefined || path === "") return null;
  return path.length <= longestSetting && pathShape.test(path) ? null : "must be a path such as data.customer.email";
}
