/** Where to go after signing in: a screen of this area, never another site. */
export function nextAddress(next: string | null): string {
  const isScreen = next !== null && /^\/admin(\/|\?|$)/.test(next) && !next.startsWith("/admin/sign-in");
  return isScreen ? next : "/admin";
}
