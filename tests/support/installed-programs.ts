/** Whether a program is missing or refuses `check`. Says so, because the tests that need it are skipped. */
export function isMissing(program: string, ...check: string[]): boolean {
  const found = Bun.which(program) !== null;
  if (found && (check.length === 0 || Bun.spawnSync([program, ...check]).exitCode === 0)) return false;
  const what = found ? `${program} ${check.join(" ")}: refused` : `there is no ${program}`;
  console.warn(`Skipped, because ${what}.`);
  return true;
}
