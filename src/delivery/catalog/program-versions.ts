/**
 * Compares two versions that `versionProblem` accepts: negative if `one` is older. Numbers are compared as numbers; missing ones
 * are 0. A version with a hyphen suffix is older than the same version without it, and suffixes are compared as semver.org says.
 * Anything after a plus sign is ignored.
 */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (let index = 0; index < 4; index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return compareBefore(left.before, right.before);
}

function partsOf(version: string): { numbers: number[]; before: string[] } {
  const [counted = ""] = version.split("+");
  const [numbers = "", ...before] = counted.split("-");
  return { numbers: numbers.split(".").map(Number), before: before.length === 0 ? [] : before.join("-").split(".") };
}

/**
 * Compares the suffixes after the hyphens. Numbers come before words; if one suffix continues the other, the longer one is newer.
 */
function compareBefore(left: string[], right: string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (const [index, word] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (word === other) continue;
    const [number, otherNumber] = [word, other].map((text) => (/^\d+$/.test(text) ? Number(text) : null));
    if (number != null && otherNumber != null) return number - otherNumber;
    if (number != null || otherNumber != null) return number != null ? -1 : 1;
    return word < other ? -1 : 1;
  }
  return left.length - right.length;
}

/** A version as semver.org defines it. Many programs' updaters fail on any other. */
const semantic = /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?(\+[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/;

/** Whether a version that `versionProblem` accepts also has the three numbers and the form that semver.org requires. */
export const isSemantic = (version: string): boolean =>
  semantic.test(version) && partsOf(version).before.every((word) => !/^0\d+$/.test(word));

/** The channel of a version: `beta` for 2.0.0-beta.1, and `latest` for 2.0.0, as electron-builder derives it. */
export const channelOf = (version: string): string => partsOf(version).before[0] ?? "latest";

/** A channel also includes releases of `latest`, and `alpha` includes `beta`. */
export function isInChannel(version: string, channel: string): boolean {
  const own = channelOf(version);
  return own === channel || own === "latest" || (channel === "alpha" && own === "beta");
}
