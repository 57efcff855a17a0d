/** Where files are kept in an S3 store (docs/reference/settings.md, `WAYBILL_FILES`). */
export interface S3Address {
  bucket: string;
  /** The beginning of all object names: empty, or ends in a slash. */
  prefix: string;
  /** Null for Amazon's own endpoint of the region. */
  endpoint: string | null;
  /** The URL at which customers reach the store. Null: the endpoint. */
  publicEndpoint: string | null;
  /** Whether customers are redirected to the store at all. */
  redirects: boolean;
  region: string;
  /** Null: the machine's own, found as Amazon's programs find them. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
}
