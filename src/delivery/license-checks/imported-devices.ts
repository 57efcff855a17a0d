import type { ImportedDevice } from "../licenses/devices.ts";
import type { LicenseSecrets } from "../licenses/secrets.ts";
import { mostLocalSites } from "./activate.ts";
import { deviceIdentity } from "./device-identity.ts";

/**
 * Imported devices of a license key, from the program's names for them, as activations would have created them. A site counts
 * once, however it is written, and a few local sites take no place. Sites are named by their addresses.
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
