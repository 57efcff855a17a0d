import type { ComponentType } from "react";
import { ApiKeysPage } from "./api-keys-page.tsx";
import { ApiPage } from "./api-page.tsx";
import { BrandingPage } from "./branding-page.tsx";
import { DomainPage } from "./domain-page.tsx";
import { GeneralPage } from "./general-page.tsx";
import { MailPage } from "./mail-page.tsx";
import { PeoplePage } from "./people-page.tsx";
import { PlanPage } from "./plan-page.tsx";
import { ProfilePage } from "./profile-page.tsx";
import { WebhooksPage } from "./webhooks-page.tsx";
import { WordingPage } from "./wording-page.tsx";

interface SettingsPage {
  /** Part of the URL. */
  name: string;
  label: string;
  Page: ComponentType;
  /** Uses the full width. */
  wide?: boolean;
}

/** In the order of the navigation. */
export const pages: SettingsPage[] = [
  { name: "general", label: "General", Page: GeneralPage },
  { name: "branding", label: "Branding", Page: BrandingPage, wide: true },
  { name: "wording", label: "Wording", Page: WordingPage, wide: true },
  { name: "email", label: "Email", Page: MailPage },
  { name: "plan", label: "Plan", Page: PlanPage },
  { name: "domain", label: "Domain", Page: DomainPage },
  { name: "api", label: "API", Page: ApiPage },
  { name: "api-keys", label: "API keys", Page: ApiKeysPage, wide: true },
  { name: "webhooks", label: "Webhooks", Page: WebhooksPage, wide: true },
  { name: "people", label: "People", Page: PeoplePage },
  { name: "profile", label: "Your profile", Page: ProfilePage },
];
