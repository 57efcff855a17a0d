import type { Operations, Order } from "../../clients/typescript/src/types.ts";

export type * from "../../clients/typescript/src/types.ts";

/** What v3 answers to an operation, named by its method and path. */
export type Answer<Name extends keyof Operations> = Operations[Name]["answer"];

/** The status of a delivery email. */
export type EmailStatus = NonNullable<Order["email_status"]>;
