import { textProblem } from "../text.ts";

/** An address elsewhere that a product leads to, and what the customer sees of it. */
export interface ExternalUrl {
  url: string;
  name: string;
}

/** Browsers and proxies take addresses of this length. */
const longestUrl = 2000;

/** Why `url` is no address that customers can be sent to, in words; null when it is one. */
export function externalUrlProblem(url: string): string | null {
  const problem = textProblem(url, { longest: longestUrl });
  if (problem) return problem;
  const parsed = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null;
  if (!parsed) return "must be a whole address that begins with https:// or http://";
  if (parsed.username !== "" || parsed.password !== "") return "must hold no user name and no password";
  return null;
}

/** The host name of a stored address, which tells a customer where it leads. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
