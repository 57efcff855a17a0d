import { existsSync } from "node:fs";
import { installPackage } from "./install-package.ts";

/** Chromium without windows, which takes half the time of the one that people use; then that one. */
const installedPaths = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const [preferredPath = ""] = installedPaths;

/** Of the Chromium that the tests run: CHROMIUM_PATH, else one of Debian's. */
export function chromiumPath(): string {
  return process.env.CHROMIUM_PATH || (installedPaths.find((path) => existsSync(path)) ?? preferredPath);
}

/**
 * Makes sure that the Chromium of the tests starts; Debian's without windows is installed first when it is missing and
 * this process may do that. Throws a sentence that says what to do when there is none.
 */
export function ensureChromium(): void {
  if (!process.env.CHROMIUM_PATH && !existsSync(preferredPath)) installPackage("chromium-headless-shell");
  const path = chromiumPath();
  if (!existsSync(path)) throw new Error(`There is no Chromium at ${path}: ${advice}`);
  if (Bun.spawnSync([path, "--version"], { stdin: "ignore" }).success) return;
  throw new Error(`${path} does not start; set CHROMIUM_PATH to the path of a Chromium that does.`);
}

const advice = `install Debian's package "chromium-headless-shell", or set CHROMIUM_PATH to the path of a Chromium.`;
