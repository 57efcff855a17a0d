/** Paths of the links that customers open (docs/reference/delivery.md, Links), on the account's host. */

/** The page of an order. */
export const orderPath = <Guid extends string>(guid: Guid) => `/orders/${guid}` as const;

/** An order item: its page, or its file. */
export const itemPath = <Guid extends string>(guid: Guid) => `/get/${guid}` as const;

/** All files of an order in one archive. */
export const allFilesPath = <Guid extends string>(guid: Guid) => `${orderPath(guid)}/all.zip` as const;

/** Where the customer of an order removes devices of its licenses. */
export const devicesPath = <Guid extends string>(guid: Guid) => `${orderPath(guid)}/devices` as const;

/** A file of an order item, shown or played in the browser. */
export const previewPath = <Guid extends string, File extends string | number>(guid: Guid, file: File) =>
  `/preview/${guid}/${file}` as const;

/** The form with which customers request their links. */
export const linksPath = "/links";

/** The same form, with a link back to the order. */
export const linksPathFrom = (orderGuid: string): string => `${linksPath}?order=${encodeURIComponent(orderGuid)}`;

/** What phones need to put the store on their home screen. */
export const manifestPath = "/manifest.webmanifest";

/** Everything bought, on a device that has opened such a link (`libraryPath`). */
export const keptLibraryPath = "/library";

/** From an order: all purchases if the device keeps those of its customer, and otherwise the form (`linksPathFrom`). */
export const purchasesPathFrom = (orderGuid: string): string =>
  `${keptLibraryPath}?order=${encodeURIComponent(orderGuid)}`;

/** Opened from the email with all links: everything bought with an address. */
export const libraryPath = <Token extends string>(token: Token) => `${keptLibraryPath}/${token}` as const;

/** The tracking picture, fetched when an email is opened. */
export const openedPath = <Token extends string>(token: Token) => `/opened/${token}` as const;

/** A product's own link, which needs no order. */
export const permalinkPath = <Guid extends string>(guid: Guid) => `/permalink/${guid}` as const;

/**
 * What follows is a product's update feed, or a file of one. `token` stands for the license key of a program that sends
 * no header; null for none.
 */
export const feedsPath = (guid: string, token: string | null = null) =>
  `/updates/${guid}${token === null ? "" : `/token/${token}`}`;

/** A version of a file (row number), for programs that update themselves. */
export const updateFilePath = (feeds: string, file: { id: number; version: number; filename: string }) =>
  `${feeds}/files/${file.id}-${file.version}/${encodeURIComponent(file.filename)}`;

/** Where the customer of an order stops emails about updates. */
export const stopAnnouncementsPath = <Guid extends string>(guid: Guid) => `/updates/${guid}` as const;
