/** Where files are kept in an S3 store (docs/settings.md, `WAYBILL_FILES`). */
export interface S3Address {
  bucket: string;
  /** What the names of all objects begin with: empty, or text that ends in a slash. */
  prefix: string;
  /** Null for Amazon's own of the region. */
  endpoint: string | null;
  /** The address at which customers reach the store. Null: they reach it at the endpoint. */
  publicEndpoint: string | null;
  /** Whether customers are sent to the store at all. */
  redirects: boolean;
  region: string;
  /** Null: those that the machine has, as Amazon's own programs find them. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
}
