/** In the order in which they are looked for: a browser names the engines that it descends from, too. */
const programs: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
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

/** What a person calls the program that calls itself `userAgent`, null when it says nothing: `Firefox on Windows`, `curl`. */
export function programName(userAgent: string | null): string {
  if (userAgent === null) return "Unknown";
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const program = nameIn(programs);
  if (!program) return userAgent.split(/[/\s(;]/)[0] || "Unknown";
  const system = nameIn(systems);
  return system ? `${program} on ${system}` : program;
}
