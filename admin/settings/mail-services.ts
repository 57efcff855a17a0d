import type { MailHook } from "../api/types.ts";

interface MailService {
  name: string;
  /** Where to click at the service, one step each. */
  steps: string[];
  /** What the owner copies from the service; null if Waybill makes it. */
  secret: { label: string; description: string } | null;
}

/** In the order in which they are offered. */
export const mailServices: Record<MailHook["service"], MailService> = {
  postmark: {
    name: "Postmark",
    steps: [
      "In Postmark, open your server, the message stream, Webhooks, and choose Add webhook.",
      "Webhook URL: the whole address above. It contains the user and the password.",
      "Tick Bounce and Spam complaint, and save.",
    ],
    secret: null,
  },
  ses: {
    name: "Amazon SES",
    steps: [
      "In Amazon SNS, create a topic of the type Standard, and enter its ARN below.",
      "In the topic, choose Create subscription. Protocol: HTTPS. Endpoint: the address above. Leave raw message delivery off.",
      "In Amazon SES, open your identity, Notifications, Feedback notifications. Choose the topic for bounces and complaints, and tick Include original email headers for both.",
    ],
    secret: { label: "ARN of the SNS topic", description: "Such as arn:aws:sns:eu-west-1:123456789012:bounces" },
  },
  mailgun: {
    name: "Mailgun",
    steps: [
      "In Mailgun, open Sending, Webhooks, choose your domain, and Add webhook.",
      "Add the address above for Permanent failure, and again for Spam complaints.",
      "Enter the HTTP webhook signing key of the same page below.",
    ],
    secret: { label: "HTTP webhook signing key", description: "Shown in Mailgun under Sending, Webhooks." },
  },
  sendgrid: {
    name: "SendGrid",
    steps: [
      "In SendGrid, open Settings, Mail Settings, Event Webhooks, and choose Create new webhook.",
      "Post URL: the address above. Actions: Bounced, Dropped and Spam reports.",
      "Enable Signed Event Webhook, save, and enter the verification key below.",
    ],
    secret: { label: "Verification key", description: "Shown in SendGrid after saving the webhook." },
  },
  resend: {
    name: "Resend",
    steps: [
      "In Resend, open Webhooks and choose Add webhook.",
      "Endpoint URL: the address above. Events: email.bounced, email.complained and email.suppressed.",
      "Enter the signing secret below.",
    ],
    secret: { label: "Signing secret", description: "Begins with whsec_. Shown in Resend at the webhook." },
  },
};

export const mailServiceNames = Object.keys(mailServices) as MailHook["service"][];
