import type { ImportedDevice } from "../licenses/devices.ts";
import type { LicenseSecrets } from "../licenses/secrets.ts";
import { mostLocalSites } from "./activate.ts";
import { deviceIdentity } from "./device-identity.ts";

/**
 * Devices of a license key that came from elsewhere, by what its program calls them, as activations would have made
 * them: a site once however it is written, and a few local ones without a place. Addresses of sites are their names.
 */
export function importedDevices(
  deviceIds: string[],
  { hashDevice }: Pick<LicenseSecrets, "hashDevice">,
): ImportedDevice[] {
  const devices = new Map<string, ImportedDevice>();
  let local = 0;
  for (const deviceId of deviceIds) {
    const { identity, isLocalSite } = deviceIdentity(deviceId);
    if (devices.has(identity)) continue;
    const takesPlace = !isLocalSite || local >= mostLocalSites;
    if (!takesPlace) local++;
    const name = identity === deviceId ? "" : deviceId.replace(/^https?:\/\//i, "");
    devices.set(identity, { deviceHash: hashDevice(identity), name, takesPlace });
  }
  return [...devices.values()];
}
