import type { DomainErrorCode } from "../platform/errors.ts";

/** The HTTP status of each error of the domain, in both interfaces and on customers' pages. */
export const errorStatuses: Record<DomainErrorCode, number> = {
  not_found: 404,
  not_allowed: 403,
  invalid: 422,
  taken: 409,
  in_use: 409,
  over_allowance: 429,
  expired: 410,
  on_hold: 403,
  not_yet: 403,
  revoked: 410,
  item_revoked: 410,
  stopped: 409,
  used_up: 403,
  file_missing: 409,
  copy_not_ready: 503,
  copy_failed: 503,
  undeliverable: 409,
};
