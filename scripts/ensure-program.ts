import { existsSync } from "node:fs";
import { installPackage } from "./install-package.ts";

/** Servers that tests run, as Debian installs them. */
const programs = {
  nginx: { installedPath: "/usr/sbin/nginx", variable: "NGINX_PATH", package: "nginx-light" },
  pgbouncer: { installedPath: "/usr/sbin/pgbouncer", variable: "PGBOUNCER_PATH", package: "pgbouncer" },
};

/**
 * Returns the path of the program: the one that its variable names, else Debian's, which is installed first if it is
 * missing and this process may do that. Throws a sentence that says what to do if there is none.
 */
export function ensureProgram(name: keyof typeof programs): string {
  const { installedPath, variable, package: packageName } = programs[name];
  const path = process.env[variable] || installedPath;
  if (path === installedPath && !existsSync(path)) installPackage(packageName);
  if (existsSync(path)) return path;
  throw new Error(
    `There is no ${name} at ${path}: install Debian's package "${packageName}", or set ${variable} to its path.`,
  );
}
