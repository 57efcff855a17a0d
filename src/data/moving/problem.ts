import { DomainError } from "../../platform/errors.ts";

/** The old service cannot be read. The message is a sentence for the owner. */
export class OldServiceProblem extends DomainError {
  constructor(message: string) {
    super("invalid", message);
  }
}
