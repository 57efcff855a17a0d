import { textProblem } from "../../platform/text.ts";

/** An external link of a product, and its link text. */
export interface ExternalUrl {
  url: string;
  name: string;
}

/** The longest URL that all browsers and proxies accept. */
const longestUrl = 2000;

/** A message if customers cannot be sent to `url`; otherwise null. */
export function externalUrlProblem(url: string): string | null {
  const problem = textProblem(url, { longest: longestUrl });
  if (problem) return problem;
  const parsed = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : null;
  if (!parsed) return "must be a complete URL that starts with https:// or http://";
  if (parsed.username !== "" || parsed.password !== "") return "must not contain a user name or a password";
  return null;
}

/** The host name of a stored URL. It shows the customer where the link leads. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
