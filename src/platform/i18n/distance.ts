import type { Localization } from "./localization.ts";

/** A distance in time, rounded: `in 10 days`, `2 hours ago`. */
export function distanceInWords(milliseconds: number, { distance }: Pick<Localization, "distance">): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (Math.abs(minutes) < 120) return distance(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return Math.abs(hours) < 48 ? distance(hours, "hour") : distance(Math.round(hours / 24), "day");
}
