import { textProblem } from "../text.ts";

/** An external link of a product, and its link text. */
export interface ExternalUrl {
  url: string;
  name: string;
}

/** Browsers and proxies take addresses of this length. */
const longestUrl = 2000;

/** Why customers cannot be sent to `url`, in words; null if they can. */
export function externalUrlProblem(url: string): string | null {
  const problem = textProblem(url, { longest: longestUrl });
  if (problem) return problem;
  const parsed = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null;
  if (!parsed) return "must be a complete URL that starts with https:// or http://";
  if (parsed.username !== "" || parsed.password !== "") return "must not contain a user name or a password";
  return null;
}

/** The host name of a stored address, which tells a customer where it leads. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
