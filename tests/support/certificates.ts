import { join } from "node:path";
import { temporaryFolder } from "./cleanup.ts";

/** A key and a certificate for this name that nobody has signed but itself, as text; `path` is that of the certificate. */
export async function selfSignedCertificate(name: string): Promise<{ key: string; cert: string; path: string }> {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2".split(" ");
  const about = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`, "-keyout", key, "-out", certificate];
  const { exitCode } = Bun.spawnSync([...command, ...about], { stderr: "ignore" });
  if (exitCode !== 0) throw new Error("openssl made no certificate.");
  return { key: await Bun.file(key).text(), cert: await Bun.file(certificate).text(), path: certificate };
}
