import { z } from "zod";

/** nginx gets a path below `prefix`, which begins and ends with a slash; Apache gets the path of the file. */
export type SendfileSetting = { header: "x-accel-redirect"; prefix: string } | { header: "x-sendfile" };

/** The check of `WAYBILL_SENDFILE`, and the allowed values in words. */
export const sendfileSetting = [
  z
    .string()
    // Names of letters, digits, `_` and `-` mean the same to every program that reads the path.
    .regex(/^(x-sendfile|x-accel-redirect=\/([\w-]+\/)+)$/)
    .transform((value): SendfileSetting => {
      const [, prefix] = value.split("=");
      return prefix === undefined ? { header: "x-sendfile" } : { header: "x-accel-redirect", prefix };
    }),
  "x-accel-redirect=/PATH/ (nginx; letters, digits, _ and - between slashes) or x-sendfile (Apache)",
] as const;
