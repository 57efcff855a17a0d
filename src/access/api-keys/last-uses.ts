import type { Database, Tx } from "../../platform/database/database.ts";
import { LaterWriter } from "../../platform/database/later-writer.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import type { Log } from "../../platform/log.ts";
import type { UsedKey } from "./find-key.ts";

/** Milliseconds between two records of a key's use. */
const between = 60_000;

/** Most keys to remember. Forgetting one costs a write. */
const mostRemembered = 10_000;

interface KeyUse {
  id: number;
  at: Instant;
}

/** Writes when keys were last used, in the background and at most once a minute for each. */
export class LastUses {
  #noted = new Map<number, Instant>();
  readonly #writer: LaterWriter<KeyUse>;

  constructor(settings: { db: Pick<Database, "writeUnsynced">; log: Log }) {
    this.#writer = new LaterWriter({ ...settings, write: writeUses, about: "when API keys were last used" });
  }

  used({ id, lastUsedAt }: Pick<UsedKey, "id" | "lastUsedAt">, at: Instant): void {
    const last = Math.max(lastUsedAt ?? 0, this.#noted.get(id) ?? 0);
    if (at - last < between) return;
    if (this.#noted.size >= mostRemembered) this.#noted.clear();
    this.#noted.set(id, at);
    this.#writer.note({ id, at });
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }
}

/** In the order of the keys, so that two servers do not wait for each other. */
async function writeUses(tx: Tx, uses: KeyUse[]): Promise<void> {
  for (const { id, at } of uses.toSorted((one, other) => one.id - other.id)) {
    await tx
      .updateTable("api_keys")
      .set({ last_used_at: at })
      .where("id", "=", id)
      .where((row) => row.or([row("last_used_at", "is", null), row("last_used_at", "<=", instant(at - between))]))
      .execute();
  }
}
