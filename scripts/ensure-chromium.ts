import { existsSync } from "node:fs";

const installedPath = "/usr/bin/chromium";

/**
 * Returns the path of a Chromium that starts: CHROMIUM_PATH, else Debian's, which is installed first when it is missing
 * and this process may do that. Throws a sentence that says what to do when there is none.
 */
export function ensureChromium(): string {
  const path = process.env.CHROMIUM_PATH || installedPath;
  if (!existsSync(path)) install(path);
  if (Bun.spawnSync([path, "--version"], { stdin: "ignore" }).success) return path;
  throw new Error(`${path} does not start; set CHROMIUM_PATH to the path of a Chromium that does.`);
}

function install(path: string): void {
  const advice = `install Debian's package "chromium", or set CHROMIUM_PATH to the path of a Chromium.`;
  if (path !== installedPath) throw new Error(`CHROMIUM_PATH is ${path}, where there is no file.`);
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
  if (!existsSync(path)) throw new Error(`The package "chromium" brought no ${path}: ${advice}`);
}
