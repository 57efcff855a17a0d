import { at, type Json, textOf } from "../../../../platform/untrusted-json.ts";
import { AccessMissing, type ShopQuestion } from "../shop.ts";
import { parseAnswer } from "../shop-json.ts";

const usualApi = "https://api-m.paypal.com";

export async function tokenFrom(question: ShopQuestion): Promise<string> {
  const { key, secret } = question.access;
  if (!key || !secret) throw new AccessMissing("Enter the client ID and the secret of your PayPal app.");
  const answer = await ask(question, "/v1/oauth2/token", {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${key}:${secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
  });
  const token = textOf(at(answer, "access_token"));
  if (token === null) throw new Error("PayPal gave no access token");
  return token;
}

/** Sends the event back exactly as it came, because PayPal compares a checksum. */
export async function isFromPayPal(
  question: ShopQuestion,
  token: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<boolean> {
  const { webhookId } = question.settings;
  if (!webhookId) throw new AccessMissing("Enter the ID of the webhook that PayPal shows.");
  const fields = JSON.stringify({
    auth_algo: headers["paypal-auth-algo"] ?? "",
    cert_url: headers["paypal-cert-url"] ?? "",
    transmission_id: headers["paypal-transmission-id"] ?? "",
    transmission_sig: headers["paypal-transmission-sig"] ?? "",
    transmission_time: headers["paypal-transmission-time"] ?? "",
    webhook_id: webhookId,
  });
  const answer = await ask(question, "/v1/notifications/verify-webhook-signature", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: `${fields.slice(0, -1)},"webhook_event":${body}}`,
  });
  return textOf(at(answer, "verification_status")) === "SUCCESS";
}

export const read = (question: ShopQuestion, token: string, path: string) =>
  ask(question, path, { headers: { authorization: `Bearer ${token}` } });

async function ask(
  { fetch, settings }: ShopQuestion,
  path: string,
  init: NonNullable<Parameters<ShopQuestion["fetch"]>[1]>,
): Promise<Json> {
  const { status, text } = await fetch(new URL(path, settings.apiUrl ?? usualApi), init);
  if (status === 401 || status === 403) throw new AccessMissing("PayPal refuses the client ID and the secret.");
  if (status !== 200) throw new Error(`PayPal answered ${status}`);
  return parseAnswer(text, "PayPal");
}
