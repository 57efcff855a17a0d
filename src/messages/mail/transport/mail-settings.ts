import type { EmailSigner } from "./dkim-key.ts";

/** How the installation or a store sends emails, without sign-in data. */
export interface MailSettings {
  /** Null without a mail server: emails are stored, not sent. */
  server: { host: string; port: number } | null;
  /** The sender's address of emails. */
  sender: string;
  /** The key that signs emails; null for none. */
  signer: Omit<EmailSigner, "privateKey"> | null;
}

/** The settings of the installation. */
export interface InstallationMailSettings extends MailSettings {
  server: { host: string; port: number; encryption: "always" | "if_offered" } | null;
}

/** nodemailer's ports for an address without a port. */
const usualPorts = { "smtp:": 587, "smtps:": 465 };

/** The result of the settings `WAYBILL_SMTP` (null: none), `WAYBILL_MAIL_FROM` and `WAYBILL_DKIM_KEY`. */
export function mailSettings(
  smtp: string | null,
  sender: string,
  signedBy: EmailSigner | null,
): InstallationMailSettings {
  const signer = signedBy && { domain: signedBy.domain, selector: signedBy.selector, publicKey: signedBy.publicKey };
  if (smtp === null) return { server: null, sender, signer };
  const { hostname: host, port, protocol, searchParams } = new URL(smtp);
  const isEncrypted = protocol === "smtps:" || searchParams.get("requireTLS") === "true";
  const usualPort = protocol === "smtps:" ? usualPorts["smtps:"] : usualPorts["smtp:"];
  const encryption = isEncrypted ? "always" : "if_offered";
  return { server: { host, port: port === "" ? usualPort : Number(port), encryption }, sender, signer };
}
