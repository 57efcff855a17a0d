import { AccountPage } from "./account-page.tsx";
import { Branding } from "./branding.tsx";

/** Logo, name, color and sender. */
export function BrandingPage() {
  return (
    <AccountPage title="Branding" words="How your store looks on customer pages and in emails.">
      {(account) => <Branding account={account} />}
    </AccountPage>
  );
}
