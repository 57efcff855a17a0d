import { isIP } from "node:net";
import type { MailSettings } from "../transport/mail-settings.ts";
import { wholeRecords } from "./long-dns-records.ts";
import type { AskTexts, RecordCheck } from "./record-check.ts";

/**
 * The mechanism that each mail service asks its customers to allow, by the end of its servers' names
 * (docs/store/emails-that-come-back.md).
 */
const services: [end: string, mechanism: string][] = [
  ["amazonaws.com", "include:amazonses.com"],
  ["mailgun.org", "include:mailgun.org"],
  ["sendgrid.net", "include:sendgrid.net"],
  ["postmarkapp.com", "include:spf.mtasv.net"],
  ["gmail.com", "include:_spf.google.com"],
  ["office365.com", "include:spf.protection.outlook.com"],
];

/** Whether the domain says which servers may send for it (RFC 7208). Rejects if DNS does not answer. */
export async function checkSpf(
  ask: AskTexts,
  domain: string,
  server: MailSettings["server"],
): Promise<Omit<RecordCheck, "record">> {
  const found = wholeRecords(await ask(domain)).filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = found;
  const mechanism = server === null ? null : mechanismFor(server.host);
  if (record === undefined) {
    const publish = `v=spf1 ${mechanism ?? "ip4:ADDRESS"} ~all`;
    const blank = mechanism === null ? " Replace ADDRESS with the public IP address of the mail server." : "";
    const summary = `${domain} does not say which servers may send its emails. Publish the record.${blank}`;
    return { status: "missing", name: domain, found: null, publish, summary };
  }
  if (found.length > 1) {
    const summary = `${domain} has ${found.length} SPF records, so receivers use none of them. Leave one that allows all your servers.`;
    return { status: "wrong", name: domain, found: found.join("\n"), publish: null, summary };
  }
  if (/(^| )\+?all( |$)/i.test(record)) {
    const publish = record.replace(/(^| )\+?all(?= |$)/i, "$1~all");
    const summary = `The SPF record of ${domain} allows everybody to send its emails. End it with ~all.`;
    return { status: "wrong", name: domain, found: record, publish, summary };
  }
  const named = mechanism === null || record.toLowerCase().split(" ").includes(mechanism);
  const check = named ? "" : ` Check that it allows your mail server (usually ${mechanism}).`;
  return { status: "ok", name: domain, found: record, publish: null, summary: `${domain} has an SPF record.${check}` };
}

/** The mechanism that allows the server at this host; null if only its operator can know its public address. */
function mechanismFor(host: string): string | null {
  const name = host.toLowerCase();
  const service = services.find(([end]) => name === end || name.endsWith(`.${end}`));
  if (service) return service[1];
  if (isIP(name) || !name.includes(".") || /\.(localhost|local|internal)$/.test(name)) return null;
  return `a:${name}`;
}
