import { randomBytes } from "node:crypto";

/** The part that all IDs of this process share. */
const ofProcess = randomBytes(9).toString("base64url");

let made = 0;

/** An ID that no other request has, in any process. It is a counter, because random bytes for each request would cost time. */
export function newRequestId(): string {
  made++;
  return `req_${ofProcess}${made.toString(36)}`;
}
