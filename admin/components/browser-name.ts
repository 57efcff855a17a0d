/** In order of precedence: browsers also name the engines they descend from. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPT|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * A readable name for a user agent: `Firefox on Windows`, `curl`. `Unknown browser` for a bare `Mozilla`, `Unknown
 * program` for an empty one.
 */
export function programName(userAgent: string | null): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = nameIn(browsers);
  if (!browser) return ownName(userAgent ?? "");
  const system = nameIn(systems);
  return system ? `${browser} on ${system}` : browser;
}

/** The name before the version. */
function ownName(userAgent: string): string {
  const name = userAgent.split(/[/(;]|\sv?\d/)[0]?.trim() || "Unknown program";
  return name === "Mozilla" ? "Unknown browser" : name;
}
