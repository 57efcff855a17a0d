import ipaddr from "ipaddr.js";

/** A device as licenses tell devices apart. */
export interface DeviceIdentity {
  /** What is hashed: the same for the same device. */
  identity: string;
  /** A local or staging site, which takes no place as long as there are few. */
  isLocalSite: boolean;
}

const localEndings =
  /(^|\.)(localhost|local|test|example|invalid|internal|lan|home\.arpa|ddev\.site|lndo\.site|ngrok\.io|ngrok-free\.app)$/;

const stagingLabel = /^(dev|develop|development|staging|stage|test|testing|local|preview|qa|uat)(\d*)$/;

/**
 * Reads what a program calls its device. An address of a website is compared without scheme, `www.`, query and slashes
 * at its end, in small letters up to its path, so that one site is one device. Anything else is compared as it is.
 */
export function deviceIdentity(deviceId: string): DeviceIdentity {
  if (!/^https?:\/\//i.test(deviceId)) return { identity: deviceId, isLocalSite: false };
  return siteIdentity(deviceId);
}

/** The same for an address of a website that may lack its scheme. */
export function siteIdentity(address: string): DeviceIdentity {
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `http://${address}`);
  if (!url) return { identity: address, isLocalSite: false };
  const host = url.hostname.replace(/\.$/, "");
  const port = url.port === "" ? "" : `:${url.port}`;
  const path = url.pathname.replace(/\/+$/, "");
  return { identity: `site:${host.replace(/^www\./, "")}${port}${path}`, isLocalSite: isLocal(host) };
}

function isLocal(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() !== "unicast";
  const labels = host.split(".");
  return labels.length === 1 || localEndings.test(host) || (labels.length > 2 && stagingLabel.test(labels[0] ?? ""));
}
