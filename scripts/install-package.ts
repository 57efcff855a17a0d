/**
 * Installs one of Debian's packages if this process may do that, and otherwise does nothing: whoever needs the package
 * looks for its program afterwards. Services in it are not started.
 */
export function installPackage(name: string): void {
  if (!Bun.which("apt-get") || process.getuid?.() !== 0) return;
  for (const step of [["update"], ["install", "--yes", "--no-install-recommends", name]]) {
    const { success } = Bun.spawnSync(["apt-get", "--quiet", ...step], {
      // Of a machine that is being repaired: Debian starts no services then.
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (!success) return;
  }
}
