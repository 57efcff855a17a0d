import { chmod, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { thirdPartyLicenses } from "./licenses.ts";
import { run, type System } from "./runtimes.ts";

const root = join(import.meta.dir, "../..");

/** What a package contains beside the executable, and where it comes from. */
const contents = {
  LICENSE: "LICENSE",
  "README.md": "deploy/package/README.md",
  "waybill.service": "deploy/systemd/waybill.service",
};

/** Packs an executable for a system into `folder` and returns the path of the package. */
export async function packExecutable(executable: string, system: System, folder: string): Promise<string> {
  const name = `waybill-${version}-${system}`;
  const parent = await mkdtemp(join(tmpdir(), "waybill-package-"));
  const inside = join(parent, name);
  try {
    await mkdir(inside);
    await copyFile(executable, join(inside, "waybill"));
    await chmod(join(inside, "waybill"), 0o755);
    for (const [target, source] of Object.entries(contents)) {
      await copyFile(join(root, source), join(inside, target));
      await chmod(join(inside, target), 0o644);
    }
    await Bun.write(join(inside, "THIRD-PARTY-LICENSES.txt"), await thirdPartyLicenses());
    const path = join(folder, `${name}.tar.gz`);
    const owner = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner"];
    await run(["tar", "--create", "--gzip", ...owner, "--file", path, "--directory", parent, name], parent);
    return path;
  } finally {
    await rm(parent, { recursive: true });
  }
}
