import { existsSync } from "node:fs";

const installedPath = "/usr/bin/chromium";

/** Of the Chromium that the tests run: CHROMIUM_PATH, else Debian's. */
export const chromiumPath = process.env.CHROMIUM_PATH || installedPath;

/**
 * Makes sure that the Chromium of the tests starts; Debian's is installed first when it is missing and this process may
 * do that. Throws a sentence that says what to do when there is none.
 */
export function ensureChromium(): void {
  if (!existsSync(chromiumPath)) install();
  if (Bun.spawnSync([chromiumPath, "--version"], { stdin: "ignore" }).success) return;
  throw new Error(`${chromiumPath} does not start; set CHROMIUM_PATH to the path of a Chromium that does.`);
}

function install(): void {
  const advice = `install Debian's package "chromium", or set CHROMIUM_PATH to the path of a Chromium.`;
  if (chromiumPath !== installedPath) throw new Error(`CHROMIUM_PATH is ${chromiumPath}, where there is no file.`);
  if (!Bun.which("apt-get"))
    throw new Error(`The browser tests need Chromium, and apt-get is not here to install it: ${advice}`);
  if (process.getuid?.() !== 0)
    throw new Error(`The browser tests need Chromium, and only root may install it: ${advice}`);
  for (const step of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
    const { success } = Bun.spawnSync(["apt-get", "--quiet", ...step], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (!success) throw new Error(`"apt-get ${step.join(" ")}" failed: ${advice}`);
  }
  if (!existsSync(chromiumPath)) throw new Error(`The package "chromium" brought no ${chromiumPath}: ${advice}`);
}
