import { readdir } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** The licenses of the packages that an executable contains, as their authors want them to be passed on. */
export async function thirdPartyLicenses(): Promise<string> {
  const { packages } = (await Bun.file(join(root, "package-lock.json")).json()) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean; optional?: boolean; peer?: boolean }>;
  };
  const parts: string[] = [
    "This executable contains the Bun runtime (https://bun.com/docs/project/license) and the packages below.\n",
  ];
  for (const [path, { version, license, dev, optional }] of Object.entries(packages)) {
    if (path === "" || dev || optional) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const texts = await licenseFiles(join(root, path));
    parts.push(`${"-".repeat(80)}\n${name} ${version} (${license ?? "see below"})\n\n${texts.join("\n")}`);
  }
  return parts.join("\n");
}

async function licenseFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^(licen[cs]e|notice|copying)/i.test(name)).toSorted();
  return Promise.all(files.map((name) => Bun.file(join(folder, name)).text()));
}
