/** What DNS says about one of the records by which receivers judge emails of a domain. */
export interface RecordCheck {
  record: "spf" | "dkim" | "dmarc";
  /** `not_checked`: what to look for is not known here. `no_answer`: the name servers did not answer in time. */
  status: "ok" | "missing" | "wrong" | "no_answer" | "not_checked";
  /** The name in DNS that has the record, or should have it. */
  name: string;
  /** The record as it is; null if there is none. */
  found: string | null;
  /** The TXT record to publish at `name`; null if nothing is to be published. */
  publish: string | null;
  /** What is so, and what to do, in a sentence or two. */
  summary: string;
}

/** The TXT records of a name, each as one text; none when it has none. Rejects when the name servers do not answer. */
export type AskTexts = (name: string) => Promise<string[]>;
