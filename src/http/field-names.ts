/** Fields that both interfaces call something else than the domain does. */
const different: Record<string, string> = {
  lines: "order_items",
  fileIds: "item_assets",
  externalUrls: "item_urls",
  expiresAt: "expiration_date",
};

/**
 * What both interfaces call a field of the domain: `lines[0].downloadsRemaining` is `order_items[0].downloads_remaining`.
 * A name that is theirs already stays.
 */
export function wireName(field: string): string {
  return field.replace(/\w+/g, (name) =>
    Object.hasOwn(different, name) ? (different[name] as string) : snakeCase(name),
  );
}

const snakeCase = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
