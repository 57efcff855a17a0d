import { rotateToken } from "../../store/accounts/accounts.ts";
import { scopeProblem } from "../api-access.ts";
import { element } from "../write-xml.ts";
import { accountContent } from "./present.ts";
import type { XmlRequest } from "./request.ts";
import { message, xml } from "./respond.ts";

/** Shows the account as `contentOf` writes it. Only those who may manage it see the API token. */
export const showAccountAs =
  (contentOf: typeof accountContent) =>
  async ({ account, credentials, access, services }: XmlRequest): Promise<Response> => {
    const { apiKey, encryptedToken } = credentials;
    const apiToken = scopeProblem(access, "account:manage") ? "" : services.vault.decrypt(encryptedToken);
    return xml(200, element("account", contentOf(account, { url: services.accountUrl(account), apiKey, apiToken })));
  };

export const showAccount = showAccountAs(accountContent);

export async function newToken({ account, services }: XmlRequest): Promise<Response> {
  const token = await services.db.write((tx) => rotateToken(tx, services.vault, account));
  return message(200, token);
}
