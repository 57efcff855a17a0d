import type { Product } from "../api/types.ts";

type Problem = Product["unstampable_files"][number]["problem"];

/** Why a file cannot be stamped; a sentence goes on with it after its name. */
export const stampProblemWords: Record<Problem, string> = {
  encrypted: "needs a password, or its rights are protected",
  signed: "is signed, and a stamp would break the signature",
  broken: "is broken, or is not what its name says",
  too_large: "takes too much memory or time to stamp",
};
