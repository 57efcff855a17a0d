import type { NewApiKey } from "../api/types.ts";

export type Scope = NewApiKey["scopes"][number];

/** What a key may do, in plain words. */
export const scopeWords: Record<Scope, string> = {
  "orders:read": "See orders, customers, downloads, emails and statistics",
  "orders:write": "Create and change orders, and send their emails",
  "products:read": "See products and the list of files",
  "products:write": "Create and change products",
  "license_keys:manage": "See, add and remove license keys",
  "files:write": "Upload, download, replace and delete files",
  "connections:manage": "See and change connected shops, and so create orders through them",
  "webhooks:manage": "See and change webhooks",
  "account:manage": "Everything an owner can do",
};

/** Where it is not plain what a scope opens. */
export const scopeWarnings: Partial<Record<Scope, string>> = {
  "webhooks:manage": "It can have orders sent to any address, with license keys and links.",
  "account:manage":
    "Settings, members, texts, API keys and erasing customers. It can read the API token, so trust the program as you would an owner.",
};

export const scopeNames = Object.keys(scopeWords) as Scope[];
