/** For each mail service: the hosts that accept messages, and a field with the Message-ID that its reports return. */
const services: { host: RegExp; field(messageId: string): Record<string, string> }[] = [
  { host: /(^|\.)postmarkapp\.com$/, field: (id) => ({ "X-PM-Metadata-waybill-message-id": id }) },
  {
    host: /(^|\.)sendgrid\.net$/,
    field: (id) => ({ "X-SMTPAPI": JSON.stringify({ unique_args: { waybill_message_id: id } }) }),
  },
  { host: /(^|\.)resend\.com$/, field: (id) => ({ "X-Waybill-Message-ID": id }) },
];

/**
 * Fields for services that replace the Message-ID with their own, by the mail server's name. With them, reports can be matched
 * with their emails. None for any other server.
 */
export const serviceHeaders = (host: string, messageId: string): Record<string, string> =>
  services.find((service) => service.host.test(host.toLowerCase()))?.field(messageId) ?? {};
