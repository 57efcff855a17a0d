import { AccountPage } from "./account-page.tsx";
import { CustomersForm } from "./customers-form.tsx";
import { DeliveryForm } from "./delivery-form.tsx";
import { HoldForm } from "./hold-form.tsx";
import { PrivacyForm } from "./privacy-form.tsx";
import { ShowSetup } from "./show-setup.tsx";
import { StoreForm } from "./store-form.tsx";

/** The store's name and addresses. */
export function StorePage() {
  return (
    <AccountPage title="Store details" words="Who you are, and where emails reach you.">
      {(account) => (
        <>
          <StoreForm account={account} />
          <ShowSetup />
        </>
      )}
    </AccountPage>
  );
}

/** Defaults of new orders. */
export function OrdersPage() {
  return (
    <AccountPage title="New orders" words="Used unless a product or an order has its own.">
      {(account) => <DeliveryForm account={account} />}
    </AccountPage>
  );
}

/** What customers can do and see. */
export function CustomersPage() {
  return (
    <AccountPage title="Customers" words="What customers can do and see.">
      {(account) => <CustomersForm account={account} />}
    </AccountPage>
  );
}

/** Rules that put orders on hold. */
export function ChecksPage() {
  return (
    <AccountPage title="Orders to check" words="Hold orders until you have looked at them.">
      {(account) => <HoldForm account={account} />}
    </AccountPage>
  );
}

/** How long personal data is kept. */
export function PrivacyPage() {
  return (
    <AccountPage title="Privacy" words="How long personal data is kept. Applies to old data too.">
      {(account) => <PrivacyForm account={account} />}
    </AccountPage>
  );
}
