import ipaddr from "ipaddr.js";

/** A device, as licenses distinguish them. */
export interface DeviceIdentity {
  /** The text that is hashed. Equal for the same device. */
  identity: string;
  /** A local or staging site. It takes no place while there are only a few. */
  isLocalSite: boolean;
}

const localEndings =
  /(^|\.)(localhost|local|test|example|invalid|internal|lan|home\.arpa|ddev\.site|lndo\.site|ngrok\.io|ngrok-free\.app)$/;

const stagingLabel = /^(dev|develop|development|staging|stage|test|testing|local|preview|qa|uat)(\d*)$/;

/**
 * Reads a program's name for its device. Website addresses are compared without scheme, `www.`, query and final slashes, and in
 * lowercase up to the path, so that one site is one device. Anything else is compared unchanged.
 */
export function deviceIdentity(deviceId: string): DeviceIdentity {
  if (!/^https?:\/\//i.test(deviceId)) return { identity: deviceId, isLocalSite: false };
  return siteIdentity(deviceId);
}

/** The same for a website address that may lack its scheme. */
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
