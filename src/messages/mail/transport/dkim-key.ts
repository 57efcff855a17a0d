import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** The key that signs emails (RFC 6376). */
export interface EmailSigner {
  domain: string;
  selector: string;
  /** In PEM. */
  privateKey: string;
  /** The form in the DNS record: SubjectPublicKeyInfo in base64 (RFC 6376 section 3.6.1, `p=`). */
  publicKey: string;
}

/** RFC 8301 section 3.2: at least 1024 bits; receivers need not verify more than 4096. */
const fewestBits = 1024;
const mostBits = 4096;

/** Reads a private key in PEM. Throws an error that says what is wrong, without revealing the key. */
export function readDkimKey(pem: string): Pick<EmailSigner, "privateKey" | "publicKey"> {
  const key = privateKeyIn(pem);
  if (key.asymmetricKeyType !== "rsa") {
    throw new Error(`it is a key of the kind ${key.asymmetricKeyType}, and only RSA is signed with`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < fewestBits || bits > mostBits) {
    throw new Error(`the RSA key has ${bits} bits, and must have ${fewestBits} to ${mostBits}`);
  }
  return {
    privateKey: key.export({ type: "pkcs8", format: "pem" }) as string,
    publicKey: publicPart(key),
  };
}

function privateKeyIn(pem: string): KeyObject {
  if (/^-----BEGIN (PUBLIC KEY|CERTIFICATE)/m.test(pem)) throw new Error("it is not a private key");
  try {
    return createPrivateKey(pem);
  } catch {
    throw new Error("it is not a private key in PEM without a password");
  }
}

const publicPart = (key: KeyObject): string =>
  (
    createPublicKey(key.export({ type: "pkcs8", format: "pem" })).export({ type: "spki", format: "der" }) as Buffer
  ).toString("base64");
