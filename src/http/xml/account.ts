import { rotateToken } from "../../accounts/accounts.ts";
import type { XmlRequest } from "./request.ts";
import { message, xml } from "./respond.ts";
import { accountContent, element } from "./write.ts";

export async function showAccount({ account, services }: XmlRequest): Promise<Response> {
  const apiToken = services.vault.decrypt(account.api_token_encrypted);
  return xml(200, element("account", accountContent(account, { url: services.accountUrl(account), apiToken })));
}

export async function newToken({ account, services }: XmlRequest): Promise<Response> {
  const token = await services.db.write((tx) => rotateToken(tx, services.vault, account));
  return message(200, token);
}
