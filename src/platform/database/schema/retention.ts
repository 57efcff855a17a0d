/** How far an account's old rows have been cleared of personal data. */
export interface RetentionProgressTable {
  account_id: number;
  /** `downloads`, or `emails:` and their kind. */
  list: string;
  /** Of downloads: an instant, before which all are anonymous. Of emails: the row number of the last one erased. */
  reached: number;
}
