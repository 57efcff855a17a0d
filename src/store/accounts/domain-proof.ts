import { adminLink } from "../../platform/admin-links.ts";
import type { Database, Tx } from "../../platform/database/database.ts";
import { type Instant, instantNow } from "../../platform/instants.ts";
import type { Network } from "../../platform/outgoing/network.ts";
import { OutgoingProblem } from "../../platform/outgoing/problem.ts";
import { isLiteralAddress, peopleUrl, type ServiceUrl, serviceHostname } from "./address.ts";
import { claimOf, type DomainClaim, type DomainNews, type ProofProblem, recordCheck } from "./domain-claims.ts";
import { formerHandlesOf } from "./former-handles.ts";
import { type Account, accountById } from "./queries.ts";

/** The records that verify a claim. One of them is enough. */
interface ProofRecords {
  txt: { name: string; value: string };
  /** Null if the service has no host names of its own. */
  cname: { name: string; value: string } | null;
}

export interface DomainChecks {
  db: Database;
  network: Network;
  service: ServiceUrl;
  /** Tells a store its news, in the transaction that records it. `record` verifies the domain; `link` shows how. */
  tell(tx: Tx, account: Account, notice: DomainNews & { record: string; link: string }, now: Instant): Promise<void>;
}

/** The path at which the service answers with a claim's token. */
export const proofPath = "/.well-known/waybill-domain/";

export function proofRecords(
  service: ServiceUrl,
  account: Pick<Account, "handle" | "isMain">,
  { domain, token }: DomainClaim,
): ProofRecords {
  const target = isLiteralAddress(service.hostname) ? null : serviceHostname(service, account);
  return {
    txt: { name: `_waybill.${domain}`, value: `waybill-domain=${token}` },
    cname: target === null ? null : { name: domain, value: target },
  };
}

/**
 * Looks for proof that the domain's operator wants it to show this account, and records the result. Warns the store before the
 * domain stops working, and when it has stopped. An address record is no proof: it names the service, not the account
 * (docs/contribute/decisions/0011-proof-of-domains.md).
 */
export async function checkDomain({ db, network, service, tell }: DomainChecks, account: Account): Promise<void> {
  const startedAt = instantNow();
  const claim = await claimOf(db.read, account.id);
  if (!claim) return;
  const handles = [account.handle, ...(await formerHandlesOf(db.read, account.id))];
  const problem = await problemOf(network, service, { ...account, handles }, claim);
  await db.write(async (tx) => {
    for (const news of await recordCheck(tx, claim, problem, startedAt)) {
      const told = await accountById(tx, news.accountId);
      const claimed = await claimOf(tx, news.accountId);
      if (!told || !claimed) continue;
      const { name, value } = proofRecords(service, told, claimed).txt;
      const link = adminLink(peopleUrl(service, told), "/settings/domain");
      await tell(tx, told, { ...news, record: `${name} TXT ${value}`, link }, startedAt);
    }
  });
}

async function problemOf(
  network: Network,
  service: ServiceUrl,
  account: Account & { handles: string[] },
  claim: DomainClaim,
): Promise<ProofProblem | null> {
  const { txt, cname } = proofRecords(service, account, claim);
  // Host names with its handles belong to the account, even if it is the main one.
  const named = cname && [
    cname.value,
    ...account.handles.map((handle) => serviceHostname(service, { handle, isMain: false })),
  ];
  const [texts, aliases] = await Promise.all([
    unlessSilent(network.texts(txt.name)),
    unlessSilent(network.aliases(claim.domain)),
  ]);
  if (texts?.includes(txt.value)) return null;
  if (!texts || !aliases) return "no_names";
  if (aliases.length === 0) return "no_record";
  if (!named?.some((name) => aliases.includes(name))) return "leads_elsewhere";
  const port = service.port ? `:${service.port}` : "";
  const url = new URL(`${service.protocol}//${claim.domain}${port}${proofPath}${claim.token}`);
  try {
    const text = await network.get(url);
    return text?.trim() === claim.token ? null : "wrong_answer";
  } catch (error) {
    return error instanceof OutgoingProblem && error.reason === "not_allowed" ? "not_public" : "unreachable";
  }
}

const unlessSilent = (answer: Promise<string[]>) => answer.catch(() => null);
