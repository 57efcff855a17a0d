interface Page {
  /** Part of the URL. */
  name: string;
  label: string;
  /** Uses the full width. */
  wide?: boolean;
}

/** The pages of the settings under their headings, in the order of the navigation. */
export const groups = [
  {
    heading: "Store",
    pages: [
      { name: "store", label: "Store details" },
      { name: "domain", label: "Domain" },
      { name: "email", label: "Email" },
      { name: "plan", label: "Plan" },
    ],
  },
  {
    heading: "Orders",
    pages: [
      { name: "orders", label: "New orders" },
      { name: "customers", label: "Customers" },
      { name: "checks", label: "Orders to check" },
      { name: "privacy", label: "Privacy" },
    ],
  },
  {
    heading: "Appearance",
    pages: [
      { name: "branding", label: "Branding", wide: true },
      { name: "wording", label: "Wording", wide: true },
    ],
  },
  {
    heading: "Access",
    pages: [
      { name: "people", label: "People" },
      { name: "profile", label: "Your profile" },
      { name: "api", label: "API", wide: true },
      { name: "webhooks", label: "Webhooks", wide: true },
      { name: "licenses", label: "Licenses" },
    ],
  },
] as const satisfies { heading: string; pages: Page[] }[];

export const pages = groups.flatMap((group): (Page & { name: SettingsPage })[] => [...group.pages]);

export type SettingsPage = (typeof groups)[number]["pages"][number]["name"];

/** Where the pages with earlier names are now. */
export const renamed: Partial<Record<string, SettingsPage>> = { general: "store", "api-keys": "api" };
