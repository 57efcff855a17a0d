import { useRights } from "../api/session.ts";
import { KeyList } from "../api-keys/key-list.tsx";
import { AccountPage } from "./account-page.tsx";
import { ApiCredentials } from "./api-credentials.tsx";
import { CurlExample } from "./curl-example.tsx";

/** The keys of programs, the account's credentials and an example request. */
export function ApiScreen() {
  const { canManage } = useRights();
  return (
    <AccountPage title="API" words="Connect your checkout and other programs.">
      {(account) => (
        <>
          {canManage && <KeyList />}
          {account.api_key !== null && <ApiCredentials account={account} apiKey={account.api_key} />}
          <CurlExample account={account} />
        </>
      )}
    </AccountPage>
  );
}
