import { type Kysely, sql } from "kysely";
import type { Schema } from "../schema.ts";

/** Milliseconds between two checks. */
const interval = 5_000;

/** Milliseconds after the last change by which PostgreSQL has certainly counted it. */
const countedAfter = 60_000;

/** Waybill's own tables. The schema may also have tables of other programs. */
const ownTables: Record<keyof Schema, true> = {
  account_days: true,
  activities: true,
  api_key_secrets: true,
  api_keys: true,
  api_requests: true,
  accounts: true,
  allowances: true,
  announcement_recipients: true,
  announcements: true,
  backup_failures: true,
  bounce_mailboxes: true,
  connection_events: true,
  connection_mappings: true,
  connection_order_addresses: true,
  connection_order_names: true,
  connection_orders: true,
  connections: true,
  credentials: true,
  customer_counts: true,
  customer_index: true,
  customer_index_orders: true,
  customer_notes: true,
  devices: true,
  domain_claims: true,
  downloads: true,
  email_allowances: true,
  email_openings: true,
  email_tries: true,
  emails: true,
  erasures: true,
  file_releases: true,
  file_removals: true,
  file_versions: true,
  files: true,
  former_handles: true,
  idempotency_keys: true,
  imports: true,
  installation_marks: true,
  invitations: true,
  key_handouts: true,
  library_links: true,
  license_devices: true,
  license_key_hashes: true,
  license_keys: true,
  license_secrets: true,
  mail_hooks: true,
  mail_servers: true,
  members: true,
  message_removals: true,
  moved: true,
  move_runs: true,
  moves: true,
  order_changes: true,
  order_index: true,
  order_index_products: true,
  order_index_progress: true,
  order_index_usage: true,
  order_items: true,
  order_texts: true,
  order_visits: true,
  order_previews: true,
  orders: true,
  orphan_sweeps: true,
  partial_downloads: true,
  product_days: true,
  product_files: true,
  product_program_ids: true,
  products: true,
  rate_limits: true,
  recounts: true,
  removal_holds: true,
  renewal_requests: true,
  retention_progress: true,
  revenue_days: true,
  rule_holds: true,
  sent_downloads: true,
  sessions: true,
  stamped_files: true,
  subscription_payments: true,
  transfer_days: true,
  translated_wordings: true,
  two_factors: true,
  undeliverable_addresses: true,
  update_opt_outs: true,
  upload_objects: true,
  upload_parts: true,
  uploads: true,
  users: true,
  verifications: true,
  webhook_attempts: true,
  webhook_deliveries: true,
  webhook_endpoints: true,
  webhook_events: true,
  wordings: true,
};

/**
 * Runs `analyze` on tables that have doubled since the last one. PostgreSQL does this too, but checks only once a minute and
 * until then plans for small tables: finding an order by its ID took 4 ms among 10,000. Does nothing while `version`, that of the
 * data, stays the same. Returns a function that stops this.
 */
export function keepTableStatistics(db: Kysely<unknown>, version: () => Promise<string>): () => Promise<void> {
  const seen = { version: "", since: 0 };
  const check = async () => {
    const now = performance.now();
    const latest = await version();
    if (latest !== seen.version) Object.assign(seen, { version: latest, since: now });
    if (now - seen.since <= countedAfter) await analyzeGrown(db);
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    // After a failure, the next check tries again.
    running = running.then(check).catch(() => {});
  }, interval);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Runs `analyze` once on each of Waybill's tables and partitions that has doubled since the last one. */
export async function analyzeGrown(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ relname: string }>`select relname from pg_stat_user_tables
    left join pg_inherits on inhrelid = relid
    where schemaname = current_schema()
      and coalesce(inhparent, relid) in (select to_regclass(name) from unnest(${Object.keys(ownTables)}::text[]) as name)
      and n_mod_since_analyze > 100 + n_live_tup / 2`.execute(db);
  for (const { relname } of rows) await sql`analyze ${sql.table(relname)}`.execute(db);
}
