import { AccountPage } from "./account-page.tsx";
import { CustomersForm } from "./customers-form.tsx";
import { DeliveryForm } from "./delivery-form.tsx";
import { StoreForm } from "./store-form.tsx";

/** Store details and defaults for new orders. */
export function GeneralPage() {
  return (
    <AccountPage title="General">
      {(account) => (
        <>
          <StoreForm account={account} />
          <DeliveryForm account={account} />
          <CustomersForm account={account} />
        </>
      )}
    </AccountPage>
  );
}
