import { z } from "@hono/zod-openapi";
import type { Account } from "../../accounts/accounts.ts";
import { claimOf, type ProofProblem, stateOf } from "../../accounts/domain-claims.ts";
import { proofRecords } from "../../accounts/domain-proof.ts";
import { writeInstant } from "../../instants.ts";
import type { V3Services } from "./environment.ts";
import { shownInstant } from "./fields.ts";

const recordSchema = z.object({
  name: z.string().openapi({ description: "Where the record stands." }),
  value: z.string().openapi({ description: "What it holds." }),
});

export const domainProofSchema = z.object({
  state: z.enum(["unproved", "proved", "failing"]).openapi({
    description: "failing: a proved domain that has not been proved again for three days. It stops after 30 days.",
  }),
  serving: z.boolean().openapi({ description: "Whether the domain shows this store now." }),
  problem: z.string().nullable().openapi({ description: "What the last check missed; null for nothing." }),
  checked_at: shownInstant
    .nullable()
    .openapi({ description: "When it was last checked; null before the first check." }),
  proved_at: shownInstant.nullable().openapi({ description: "When it was first proved; null until then." }),
  serves_until: shownInstant.nullable().openapi({
    description: "Until when a domain from before proofs existed goes on without one; null for all others.",
  }),
  txt_record: recordSchema.openapi({ description: "Proves the domain." }),
  cname_record: recordSchema.nullable().openapi({
    description: "Proves the domain too, once requests to it arrive here. Null for a service at an IP address.",
  }),
});

const sentences: Record<ProofProblem, string> = {
  no_record: "Neither the TXT nor the CNAME record was found. New records can take an hour to appear.",
  no_names: "The name servers of the domain did not answer.",
  leads_elsewhere: "The CNAME record leads to another address than this store's.",
  unreachable: "The CNAME record is right, but nobody answered at the domain.",
  not_public: "The CNAME record is right, but the domain leads to no public address.",
  wrong_answer: "The CNAME record is right, but somebody else answered at the domain.",
  taken: "Another store has proved this domain.",
};

/** The domain that an account asks for, as v3 shows it; the proof is null without one. `now` in milliseconds since 1970. */
export async function presentDomain(
  { db, serviceUrl }: Pick<V3Services, "db" | "serviceUrl">,
  account: Account,
  now: number,
): Promise<{ custom_domain: string | null; custom_domain_proof: z.output<typeof domainProofSchema> | null }> {
  const claim = await claimOf(db.read, account.id);
  if (!claim) return { custom_domain: null, custom_domain_proof: null };
  const { txt, cname } = proofRecords(serviceUrl, account.handle, claim);
  const instant = (at: number | null) => (at === null ? null : writeInstant(at));
  const proof = {
    state: stateOf(claim, now),
    serving: account.custom_domain === claim.domain,
    problem: claim.problem === null ? null : sentences[claim.problem as ProofProblem],
    checked_at: instant(claim.checked_at),
    proved_at: instant(claim.proved_at),
    serves_until: instant(claim.serves_until),
    txt_record: txt,
    cname_record: cname,
  };
  return { custom_domain: claim.domain, custom_domain_proof: proof };
}
