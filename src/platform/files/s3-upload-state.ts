import type { Selection } from "kysely";
import type { Database } from "../database/database.ts";
import type { Schema } from "../database/schema.ts";
import { type Instant, instant, instantNow } from "../instants.ts";
import { PartialChanged } from "./partial-files.ts";
import type { Multipart, Part } from "./s3-objects.ts";

const columns = [
  "upload_id as id",
  "multipart_id as multipartId",
  "received_bytes as receivedBytes",
  "tail_key as tailKey",
  "tail_bytes as tailBytes",
  "modified_at as modifiedAt",
] as const;

/**
 * What the store has of an upload: the parts of a multipart upload, and the tail, an object for bytes too few for a
 * part. `receivedBytes` counts both.
 */
export type UploadState = Selection<Schema, "upload_objects", (typeof columns)[number]>;

/** Bytes that have just arrived at the end of an upload. */
type Arrival = { bytes: number } & ({ part: Part } | { tail: { key: string; bytes: number } });

/** Milliseconds of the lease with which one server stores an upload, unless it is renewed. */
const leaseTime = 60_000;

/**
 * How much of each upload the store has. Every change names the size it starts from, so that if two servers continue an
 * upload, one gets `PartialChanged` and nothing acknowledged is lost.
 */
export class UploadStates {
  constructor(readonly db: Database) {}

  async create(id: string): Promise<void> {
    const row = { upload_id: id, modified_at: instantNow() };
    await this.db.write((tx) => tx.insertInto("upload_objects").values(row).execute());
  }

  /** Null if there is no such upload. */
  async of(id: string): Promise<UploadState | null> {
    const row = this.db.read.selectFrom("upload_objects").select(columns).where("upload_id", "=", id);
    return (await row.executeTakeFirst()) ?? null;
  }

  /** In ascending order. */
  async partsOf(id: string): Promise<Part[]> {
    const parts = this.db.read.selectFrom("upload_parts").select(["number", "etag"]).where("upload_id", "=", id);
    return parts.orderBy("number").execute();
  }

  /** Returns the multipart upload of whichever caller was first. */
  async keepMultipart(id: string, begun: Multipart): Promise<Multipart> {
    await this.db.write((tx) =>
      tx
        .updateTable("upload_objects")
        .set({ multipart_id: begun.id })
        .where("upload_id", "=", id)
        .where("multipart_id", "is", null)
        .execute(),
    );
    const state = await this.of(id);
    if (!state?.multipartId) throw new PartialChanged(id);
    return { ...begun, id: state.multipartId };
  }

  /** A part number that the upload has not used. */
  async takePartNumber(id: string): Promise<number> {
    const row = await this.db.write((tx) =>
      tx
        .updateTable("upload_objects")
        .set(({ eb }) => ({ next_part: eb("next_part", "+", 1) }))
        .where("upload_id", "=", id)
        .returning("next_part as next")
        .executeTakeFirst(),
    );
    if (!row) throw new PartialChanged(id);
    return row.next - 1;
  }

  /** The upload had `before` bytes. Its old tail, if any, is part of what arrived. Throws `PartialChanged`. */
  async arrived(id: string, before: number, arrival: Arrival): Promise<void> {
    const tail = "tail" in arrival ? arrival.tail : null;
    await this.db.write(async (tx) => {
      const row = await tx
        .updateTable("upload_objects")
        .set({ received_bytes: before + arrival.bytes, tail_key: tail?.key ?? null, tail_bytes: tail?.bytes ?? 0 })
        .set({ modified_at: instantNow() })
        .where("upload_id", "=", id)
        .where("received_bytes", "=", before)
        .returning("upload_id")
        .executeTakeFirst();
      if (!row) throw new PartialChanged(id);
      if ("part" in arrival) {
        const { number, etag } = arrival.part;
        await tx.insertInto("upload_parts").values({ upload_id: id, number, etag }).execute();
      }
    });
  }

  /** The tail has become the last part. False if another server has done this. */
  async tailBecame(id: string, tailKey: string, { number, etag }: Part): Promise<boolean> {
    return this.db.write(async (tx) => {
      const row = await tx
        .updateTable("upload_objects")
        .set({ tail_key: null, tail_bytes: 0 })
        .where("upload_id", "=", id)
        .where("tail_key", "=", tailKey)
        .returning("upload_id")
        .executeTakeFirst();
      if (row) await tx.insertInto("upload_parts").values({ upload_id: id, number, etag }).execute();
      return row !== undefined;
    });
  }

  /** Takes the lease. True if only this server stores the upload now. */
  async lease(id: string): Promise<boolean> {
    const now = instantNow();
    const row = await this.db.write((tx) =>
      tx
        .updateTable("upload_objects")
        .set({ storing_until: leaseFrom(now) })
        .where("upload_id", "=", id)
        .where((eb) => eb.or([eb("storing_until", "is", null), eb("storing_until", "<", now)]))
        .returning("upload_id")
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  /** Renews the lease, or ends it with `ended`. */
  async setLease(id: string, { ended }: { ended: boolean }): Promise<void> {
    const storing_until = ended ? null : leaseFrom(instantNow());
    await this.db.write((tx) =>
      tx.updateTable("upload_objects").set({ storing_until }).where("upload_id", "=", id).execute(),
    );
  }

  async remove(id: string): Promise<void> {
    await this.db.write(async (tx) => {
      await tx.deleteFrom("upload_parts").where("upload_id", "=", id).execute();
      await tx.deleteFrom("upload_objects").where("upload_id", "=", id).execute();
    });
  }

  async all(): Promise<string[]> {
    const rows = await this.db.scan.selectFrom("upload_objects").select("upload_id as id").execute();
    return rows.map(({ id }) => id);
  }

  /** Those of the objects that are an upload's tail. */
  async tailsAmong(keys: string[]): Promise<Set<string | null>> {
    if (keys.length === 0) return new Set();
    const rows = await this.db.read
      .selectFrom("upload_objects")
      .select("tail_key")
      .where("tail_key", "in", keys)
      .execute();
    return new Set(rows.map(({ tail_key }) => tail_key));
  }

  /** Those of the multipart uploads that are an upload's. */
  async multipartsAmong(ids: string[]): Promise<Set<string | null>> {
    if (ids.length === 0) return new Set();
    const rows = this.db.read.selectFrom("upload_objects").select("multipart_id").where("multipart_id", "in", ids);
    return new Set((await rows.execute()).map(({ multipart_id }) => multipart_id));
  }
}

const leaseFrom = (now: Instant): Instant => instant(now + leaseTime);

/** Milliseconds after which a lease is renewed. */
export const leasePause = leaseTime / 3;
