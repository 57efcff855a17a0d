import { Webhook } from "standardwebhooks";

// Messages of a webhook endpoint, signed by an independent library, for what verifies them in several languages.

export const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const other = `whsec_${Buffer.alloc(32, 8).toString("base64")}`;

/** A message as it arrives: its headers in lower case, and its body. */
export interface Message {
  headers: Record<string, string>;
  body: string;
}

function signed({ by = [secret], at = new Date() } = {}): Message {
  const body = JSON.stringify({ type: "order.created", data: { first_name: "Zoë" } });
  const signatures = by.map((one) => new Webhook(one).sign("msg_1", at, body));
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    body,
    headers: { "webhook-id": "msg_1", "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") },
  };
}

/** Made now: they are valid for minutes, and a test may be the last one of a long run. */
export function signedMessages() {
  const changed = signed();
  const genuine: [string, Message][] = [
    ["with one signature", signed()],
    ["with two, of which it knows the second", signed({ by: [other, secret] })],
  ];
  const forged: [string, Message][] = [
    ["of another secret", signed({ by: [other] })],
    ["with another body", { ...changed, body: `${changed.body} ` }],
    ["with another ID", { ...changed, headers: { ...changed.headers, "webhook-id": "msg_2" } }],
    ["without a signature", { ...changed, headers: { ...changed.headers, "webhook-signature": "" } }],
  ];
  const old: [string, Message] = ["of an hour ago", signed({ at: new Date(Date.now() - 3_600_000) })];
  return { genuine, forged, old };
}
