import type { Role } from "../api/session.ts";

/** In the order of what they may do. */
export const roles: { value: Role; label: string; words: string }[] = [
  { value: "owner", label: "Owner", words: "May do everything, also settings, credentials and people." },
  { value: "staff", label: "Staff", words: "Runs orders, products and emails." },
  { value: "read_only", label: "Read only", words: "Looks at everything but credentials, and changes nothing." },
];
