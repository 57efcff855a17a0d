import { AccountPage } from "./account-page.tsx";
import { BrandingForm } from "./branding-form.tsx";
import { LogoField } from "./logo-field.tsx";

/** Logo, color and sender. */
export function BrandingPage() {
  return (
    <AccountPage title="Branding" words="How your store looks on customer pages and in emails.">
      {(account) => (
        <>
          <LogoField account={account} />
          <BrandingForm account={account} />
        </>
      )}
    </AccountPage>
  );
}
