import { readdir } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** What a package says of itself, as far as it is used here. */
interface Manifest {
  author?: string | { name?: string };
  repository?: string | { url?: string };
}

/** The licenses of the packages that an executable contains, as their authors want them to be passed on. */
export async function thirdPartyLicenses(): Promise<string> {
  const { packages } = (await Bun.file(join(root, "package-lock.json")).json()) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean; optional?: boolean }>;
  };
  const parts: string[] = [
    "This executable contains the Bun runtime (https://bun.com/docs/project/license) and the packages below.\n",
  ];
  for (const [path, { version, license, dev, optional }] of Object.entries(packages)) {
    if (path === "" || dev || optional) continue;
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const text = await licenseOf(join(root, path), license);
    parts.push(`${"-".repeat(80)}\n${name} ${version} (${license ?? "see below"})\n\n${text}`);
  }
  return parts.join("\n");
}

/** The license files of the package in `folder`; if it has none, what it says of its license elsewhere. */
async function licenseOf(folder: string, license = "no license"): Promise<string> {
  const names = await readdir(folder);
  const files = names.filter((name) => /^(licen[cs]e|notice|copying)/i.test(name)).toSorted();
  const texts = await Promise.all(files.map((name) => Bun.file(join(folder, name)).text()));
  if (texts.length > 0) return texts.join("\n");
  const readme = names.find((name) => /^readme/i.test(name));
  const section = readme ? licenseSection(await Bun.file(join(folder, readme)).text()) : null;
  const { author, repository } = (await Bun.file(join(folder, "package.json")).json()) as Manifest;
  const from = [
    typeof author === "string" ? author : author?.name,
    typeof repository === "string" ? repository : repository?.url,
  ].filter(Boolean);
  const named = `This package has no license file. Its package.json names ${license}. From: ${from.join(", ")}\n`;
  return section === null ? named : `${named}\n${section}\n`;
}

/** The section of a README that is about the license; null if there is none. */
function licenseSection(readme: string): string | null {
  const [, section] = /^(?:#+ *licen[cs]e.*|licen[cs]e\n-+)\n([\s\S]*?)(?=\n## |$(?![\s\S]))/im.exec(readme) ?? [];
  return section?.trim() || null;
}
