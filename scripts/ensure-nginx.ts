import { existsSync } from "node:fs";
import { installPackage } from "./install-package.ts";

const installedPath = "/usr/sbin/nginx";

/** Of the nginx that the tests run: NGINX_PATH, else Debian's. */
export function nginxPath(): string {
  return process.env.NGINX_PATH || installedPath;
}

/**
 * Makes sure that the nginx of the tests is here; Debian's is installed first when it is missing and this process may do
 * that. Throws a sentence that says what to do when there is none.
 */
export function ensureNginx(): void {
  const path = nginxPath();
  if (path === installedPath && !existsSync(path)) installPackage("nginx-light");
  if (existsSync(path)) return;
  throw new Error(
    `There is no nginx at ${path}: install Debian's package "nginx-light", or set NGINX_PATH to an nginx.`,
  );
}
