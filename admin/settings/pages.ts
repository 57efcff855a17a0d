/** The pages of the settings, in the order of the navigation. `name` is part of the URL; `wide` ones use the full width. */
export const pages = [
  { name: "general", label: "General" },
  { name: "branding", label: "Branding", wide: true },
  { name: "wording", label: "Wording", wide: true },
  { name: "email", label: "Email" },
  { name: "plan", label: "Plan" },
  { name: "domain", label: "Domain" },
  { name: "api", label: "API" },
  { name: "api-keys", label: "API keys", wide: true },
  { name: "webhooks", label: "Webhooks", wide: true },
  { name: "people", label: "People" },
  { name: "profile", label: "Your profile" },
] as const satisfies { name: string; label: string; wide?: boolean }[];

export type SettingsPage = (typeof pages)[number]["name"];
