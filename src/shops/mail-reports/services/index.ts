import type { MailService } from "../service.ts";
import type { MailServiceName } from "../service-names.ts";
import { mailgun } from "./mailgun.ts";
import { postmark } from "./postmark.ts";
import { resend } from "./resend.ts";
import { sendgrid } from "./sendgrid.ts";
import { ses } from "./ses.ts";

export const mailServices: Record<MailServiceName, MailService> = { postmark, ses, mailgun, sendgrid, resend };
