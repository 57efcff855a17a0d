import { z } from "@hono/zod-openapi";
import { type Instant, writeInstant } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import { claimOf, domainStateOf, type ProofProblem } from "../../../store/accounts/domain-claims.ts";
import { proofRecords } from "../../../store/accounts/domain-proof.ts";
import type { V3Services } from "../framework/environment.ts";
import { shownInstant } from "../framework/fields.ts";

const recordSchema = z.object({
  name: z.string().describe("Name to enter at your DNS provider, such as `_waybill.files.example.com`."),
  value: z.string().describe("Value to enter at your DNS provider, exactly as it is."),
});

export const domainVerificationSchema = z.object({
  state: z
    .enum(["unverified", "verified", "failing"])
    .describe(
      "Verification status. failing: a verified domain whose record has been missing for three days. It stops working after 30 days.",
    ),
  serving: z.boolean().describe("Whether the domain serves this store now."),
  problem: z.string().nullable().describe("What the last check found wrong. Null: nothing."),
  checked_at: shownInstant.nullable().describe("When it was last checked. Null: never."),
  verified_at: shownInstant.nullable().describe("When it was first verified. Null: never."),
  serves_until: shownInstant
    .nullable()
    .describe("For a domain that was set before verification existed: how long it works without. Null for all others."),
  txt_record: recordSchema.describe("DNS record that verifies the domain."),
  cname_record: recordSchema
    .nullable()
    .describe(
      "DNS record that also verifies the domain, once its requests arrive here. Null if the service runs at an IP address.",
    ),
});

const sentences: Record<ProofProblem, string> = {
  no_record: "Neither the TXT nor the CNAME record was found. New records can take an hour to appear.",
  no_names: "The name servers of the domain did not answer.",
  leads_elsewhere: "The CNAME record points to a different address, not to this store.",
  unreachable: "The CNAME record is correct, but the domain did not answer.",
  not_public: "The CNAME record is correct, but the domain has no public address.",
  wrong_answer: "The CNAME record is correct, but another server answered at the domain.",
  taken: "Another store has verified this domain.",
};

/** The domain that an account asks for, as v3 shows it; `custom_domain_verification` is null without one. */
export async function presentDomain(
  { db, serviceUrl }: Pick<V3Services, "db" | "serviceUrl">,
  account: Account,
  now: Instant,
): Promise<{
  custom_domain: string | null;
  custom_domain_verification: z.output<typeof domainVerificationSchema> | null;
}> {
  const claim = await claimOf(db.read, account.id);
  if (!claim) return { custom_domain: null, custom_domain_verification: null };
  const { txt, cname } = proofRecords(serviceUrl, account, claim);
  const instant = (at: Instant | null) => (at === null ? null : writeInstant(at));
  const verification = {
    state: domainStateOf(claim, now),
    serving: account.customDomain === claim.domain,
    problem: claim.problem === null ? null : sentences[claim.problem as ProofProblem],
    checked_at: instant(claim.checkedAt),
    verified_at: instant(claim.provedAt),
    serves_until: instant(claim.servesUntil),
    txt_record: txt,
    cname_record: cname,
  };
  return { custom_domain: claim.domain, custom_domain_verification: verification };
}
