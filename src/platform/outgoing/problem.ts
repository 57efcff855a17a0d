export type OutgoingReason =
  /** The address is in a network that the service does not connect to, or https is required. */
  | "not_allowed"
  /** The name has no address, or no name server answered. */
  | "no_address"
  /** No connection, or it was closed before the head of a response was complete. */
  | "no_connection"
  /** The certificate is not valid for the name. */
  | "certificate"
  | "no_answer_in_time"
  | "not_http";

/** Why a request to a server chosen by a store or a stranger failed. The message is a sentence for the store. */
export class OutgoingProblem extends Error {
  constructor(
    readonly reason: OutgoingReason,
    message: string,
  ) {
    super(message);
  }
}
