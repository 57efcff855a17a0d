import type { Role } from "../api/session.ts";

/** From the most rights to the fewest. */
export const roles: { value: Role; label: string; words: string }[] = [
  { value: "owner", label: "Owner", words: "Full access, including settings, credentials and people." },
  { value: "staff", label: "Staff", words: "Manages orders, products and emails." },
  { value: "read_only", label: "Read only", words: "Views everything except credentials. Cannot change anything." },
];
