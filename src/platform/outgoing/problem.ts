export type OutgoingReason =
  /** The address leads only into networks that the service does not connect to, or needs https. */
  | "not_allowed"
  /** The name has no address, or no name server answered. */
  | "no_address"
  /** No connection, or it was closed before there was a complete head of an answer. */
  | "no_connection"
  /** The certificate is not valid for the name. */
  | "certificate"
  | "no_answer_in_time"
  | "not_http";

/** Why a request to a server that a store or a stranger chose has no answer. The message is a sentence for the store. */
export class OutgoingProblem extends Error {
  constructor(
    readonly reason: OutgoingReason,
    message: string,
  ) {
    super(message);
  }
}
