import { queueDomainNotice } from "../../../messages/mail/account-outbox.ts";
import { instantNow } from "../../../platform/instants.ts";
import { takeTries } from "../../../platform/limits/rate-limits.ts";
import { requireAccount } from "../../../store/accounts/accounts.ts";
import { checkDomain } from "../../../store/accounts/domain-proof.ts";
import { problemResponse } from "../../problem.ts";
import { waitInWords } from "../../wait-in-words.ts";
import { noteChange } from "../framework/change.ts";
import { newRoutes } from "../framework/environment.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { accountAnswer, presentAccount } from "./present-account.ts";

/** Each check sends DNS queries, and a request to a web server. */
const checks = { name: "domain-check", most: 30, milliseconds: 5 * 60_000 };

export const accountDomainRoutes = newRoutes().openapi(
  operation({
    method: "post",
    path: "/api/v3/account/domain/check",
    role: "owner",
    scope: "account:manage",
    activity: { kind: "account.domain_checked" },
    summary: "Verify the custom domain",
    description:
      "Checks the DNS records now. Once one of them is found, the domain serves the store. Waybill also checks on its own from time to time. Limit: 30 checks in five minutes.",
    tags: ["Account"],
    responses: { 200: accountAnswer, ...problems(429) },
  }),
  async (c) => {
    const { services, account } = c.var;
    const seconds = await takeTries(services.db, [{ limit: checks, subject: String(account.id) }], instantNow());
    if (seconds !== null) {
      const detail = `Too many checks: 30 in five minutes. Try again in ${waitInWords(seconds)}.`;
      return problemResponse(429, { detail, headers: { "retry-after": String(seconds) } }) as never;
    }
    const { db, network, serviceUrl: service } = services;
    await checkDomain({ db, network, service, tell: queueDomainNotice }, account);
    await noteChange(c);
    const after = await requireAccount(services.db.read, account.handle);
    return c.json({ account: await presentAccount(after, c.var) }, 200);
  },
);
