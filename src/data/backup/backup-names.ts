import { type Instant, instant } from "../../platform/instants.ts";

/** Whether the text names a scheduled backup: its time in UTC, such as `20261122T230000Z`. */
export const isBackupName = (text: string): boolean => form.test(text);

const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The name of a backup made at this instant. */
export const nameOf = (createdAt: Instant): string =>
  `${new Date(createdAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/** The instant in a backup's name, in whole seconds. */
export function instantOf(name: string): Instant {
  const [, ...parts] = form.exec(name) ?? [];
  const [year = 0, month = 1, ...rest] = parts.map(Number);
  return instant(Date.UTC(year, month - 1, ...rest));
}
