/** Paths of the links that customers open (docs/delivery.md, Links), on the account's host. */

/** The page of an order. */
export const orderPath = <Guid extends string>(guid: Guid) => `/orders/${guid}` as const;

/** An order item: its page, or its file. */
export const itemPath = <Guid extends string>(guid: Guid) => `/get/${guid}` as const;

/** A product's own link, which needs no order. */
export const permalinkPath = <Guid extends string>(guid: Guid) => `/permalink/${guid}` as const;
