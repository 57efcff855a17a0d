/** The state in DNS of a record by which receivers judge emails of a domain. */
export interface RecordCheck {
  record: "spf" | "dkim" | "dmarc";
  /** `not_checked`: it is not known here what the record should contain. `no_answer`: the name servers did not answer in time. */
  status: "ok" | "missing" | "wrong" | "no_answer" | "not_checked";
  /** The name in DNS that has the record, or should have it. */
  name: string;
  /** The present record; null if there is none. */
  found: string | null;
  /** The TXT record to publish at `name`; null if there is nothing to publish. */
  publish: string | null;
  /** The situation, and what to do, in a sentence or two. */
  summary: string;
}

/** The TXT records of a name, each as one text; none if it has none. Rejects if the name servers do not answer. */
export type AskTexts = (name: string) => Promise<string[]>;
