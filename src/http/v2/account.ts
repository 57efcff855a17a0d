import { writeInstant } from "../../platform/instants.ts";
import { scopeProblem } from "../api-access.ts";
import type { XmlRequest } from "../xml/request.ts";
import { xml } from "../xml/respond.ts";
import { element } from "../xml/write.ts";
import { accountContent } from "./present.ts";

/** `GET /api/v2/account`. */
export async function showAccount({ account, credentials, access, services }: XmlRequest): Promise<Response> {
  const { apiKey, encryptedToken } = credentials;
  const apiToken = scopeProblem(access, "account:manage") ? "" : services.vault.decrypt(encryptedToken);
  const shown = { url: services.accountUrl(account), apiKey, apiToken };
  return xml(200, element("account", accountContent(account, shown)));
}

/** `GET /api/v2/time`, by which a published client tests its credentials. Plain text: it cannot read a typed value. */
export async function showTime({ now }: XmlRequest): Promise<Response> {
  return xml(200, element("time", writeInstant(now)));
}
