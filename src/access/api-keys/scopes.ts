/** The rights that a key can have, in words for owners. Each operation of both interfaces needs one of them, or none. */
export const scopes = {
  "orders:read": "See orders, customers, downloads, emails and statistics.",
  "orders:write": "Create and change orders, and send their emails.",
  "products:read": "See products and the list of files.",
  "products:write": "Create and change products, and tell their buyers of updates.",
  "license_keys:manage": "See, add and remove the license keys of products.",
  "files:write": "Upload, download, replace and delete files, also those of products.",
  "connections:manage":
    "See and change connected shops, and what they sent. Orders can be made through a shop that is connected with it.",
  "webhooks:manage": "See and change webhooks, which send orders to other addresses.",
  "account:manage":
    "Everything an owner can do: settings, members, texts, API keys, erasing customers. Can read the API token, so give it to nobody you would not make an owner.",
} as const;

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];
