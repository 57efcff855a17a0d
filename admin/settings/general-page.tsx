import { AccountPage } from "./account-page.tsx";
import { CustomersForm } from "./customers-form.tsx";
import { DeliveryForm } from "./delivery-form.tsx";
import { HoldForm } from "./hold-form.tsx";
import { PrivacyForm } from "./privacy-form.tsx";
import { ShowSetup } from "./show-setup.tsx";
import { StoreForm } from "./store-form.tsx";

/** Store details, defaults for new orders, and how long personal data is kept. */
export function GeneralPage() {
  return (
    <AccountPage title="General">
      {(account) => (
        <>
          <StoreForm account={account} />
          <DeliveryForm account={account} />
          <CustomersForm account={account} />
          <HoldForm account={account} />
          <PrivacyForm account={account} />
          <ShowSetup />
        </>
      )}
    </AccountPage>
  );
}
