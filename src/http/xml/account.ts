import { rotateToken } from "../../store/accounts/accounts.ts";
import { scopeProblem } from "../api-access.ts";
import { accountContent } from "./present.ts";
import type { XmlRequest } from "./request.ts";
import { message, xml } from "./respond.ts";
import { element } from "./write.ts";

export async function showAccount({ account, credentials, access, services }: XmlRequest): Promise<Response> {
  const { apiKey, encryptedToken } = credentials;
  const apiToken = scopeProblem(access, "account:manage") ? "" : services.vault.decrypt(encryptedToken);
  const shown = { url: services.accountUrl(account), apiKey, apiToken };
  return xml(200, element("account", accountContent(account, shown)));
}

export async function newToken({ account, services }: XmlRequest): Promise<Response> {
  const token = await services.db.write((tx) => rotateToken(tx, services.vault, account));
  return message(200, token);
}
