import type { ComponentType } from "react";
import { ApiPage } from "./api-page.tsx";
import { BrandingPage } from "./branding-page.tsx";
import { DomainPage } from "./domain-page.tsx";
import { ChecksPage, CustomersPage, OrdersPage, PrivacyPage, StorePage } from "./form-pages.tsx";
import { LicensesPage } from "./licenses-page.tsx";
import { MailPage } from "./mail-page.tsx";
import type { SettingsPage } from "./pages.ts";
import { PeoplePage } from "./people-page.tsx";
import { PlanPage } from "./plan-page.tsx";
import { ProfilePage } from "./profile-page.tsx";
import { WebhooksPage } from "./webhooks-page.tsx";
import { WordingPage } from "./wording-page.tsx";

/** What each page of the settings shows. */
export const screens: Record<SettingsPage, ComponentType> = {
  store: StorePage,
  orders: OrdersPage,
  customers: CustomersPage,
  checks: ChecksPage,
  privacy: PrivacyPage,
  branding: BrandingPage,
  wording: WordingPage,
  email: MailPage,
  plan: PlanPage,
  domain: DomainPage,
  api: ApiPage,
  webhooks: WebhooksPage,
  licenses: LicensesPage,
  people: PeoplePage,
  profile: ProfilePage,
};
