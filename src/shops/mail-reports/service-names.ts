import { createPublicKey } from "node:crypto";
import { textProblem } from "../../platform/text.ts";

/** The mail services that report here. */
export const mailServiceNames = ["postmark", "ses", "mailgun", "sendgrid", "resend"] as const;

export type MailServiceName = (typeof mailServiceNames)[number];

/** Maximum length of a secret, in characters. */
export const longestSecret = 1_000;

const topicShape = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/;

/** The problem with a service's secret; null for none. */
export function secretProblem(service: MailServiceName, secret: string): string | null {
  const problem = textProblem(secret, { shortest: 1, longest: longestSecret });
  if (problem !== null) return problem;
  if (service === "ses" && !topicShape.test(secret)) {
    return "must be the ARN of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:bounces";
  }
  if (service === "sendgrid" && publicKeyOf(secret) === null) return "must be the verification key that SendGrid shows";
  if (service === "postmark" && !/^[\w-]{16,}$/.test(secret)) {
    return "must have at least 16 letters and digits";
  }
  return null;
}

/** A public key in base64, as SendGrid shows it; null if the text is not one. */
export function publicKeyOf(base64: string): ReturnType<typeof createPublicKey> | null {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ec" ? key : null;
  } catch {
    return null;
  }
}
