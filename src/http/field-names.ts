/** Fields with other names in both interfaces than in the domain. */
const different: Record<string, string> = {
  lines: "order_items",
  fileIds: "item_assets",
  externalUrls: "item_urls",
  expiresAt: "expiration_date",
};

/**
 * The name of a domain field in both interfaces: `lines[0].downloadsRemaining` becomes `order_items[0].downloads_remaining`. A
 * name that is already theirs stays.
 */
export function wireName(field: string): string {
  return field.replace(/\w+/g, (name) =>
    Object.hasOwn(different, name) ? (different[name] as string) : snakeCase(name),
  );
}

const snakeCase = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
