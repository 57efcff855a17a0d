import { type KeyObject, verify } from "node:crypto";

/** What a license file says of one unit of an order. */
export interface LicenseFile {
  id: string;
  product: string;
  product_name: string;
  order_id: string;
  name: string;
  email: string;
  device_limit: number | null;
  access_until: string | null;
  updates_until: string | null;
  issued_at: string;
}

/** As a program reads a license file: null unless one of the store's public keys has signed it. */
export function openLicenseFile(file: string, keys: Iterable<KeyObject>): LicenseFile | null {
  try {
    const base64 = file.replace(/-----(BEGIN|END) LICENSE FILE-----/g, "");
    const { enc, sig, alg } = JSON.parse(Buffer.from(base64, "base64").toString("utf8"));
    const isSigned = [...keys].some((key) =>
      verify(null, Buffer.from(`license/${enc}`), key, Buffer.from(sig, "base64")),
    );
    return isSigned && alg === "base64+ed25519" ? JSON.parse(Buffer.from(enc, "base64").toString("utf8")) : null;
  } catch {
    return null;
  }
}
