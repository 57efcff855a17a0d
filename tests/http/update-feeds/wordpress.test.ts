import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { uploadRaw } from "../../support/files.ts";
import { sellLicense } from "../../support/licenses.ts";
import { send } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";

interface EddVersion {
  new_version: string;
  package: string;
  download_link: string;
}

/** What programs that ask Keygen see of these fingerprints, which they choose: hashes with a key of the store. */
async function deviceHashes(store: Store, key: string, fingerprints: string[]): Promise<string[]> {
  const headers = { "content-type": "application/vnd.api+json", authorization: `License ${key}` };
  const made = fingerprints.map(async (fingerprint) => {
    const body = JSON.stringify({ data: { type: "machines", attributes: { fingerprint } } });
    const response = await store.get("/v1/machines", { method: "POST", headers, body });
    const { data } = (await response.json()) as { data?: { id: string } };
    return data ? [data.id] : [];
  });
  return (await Promise.all(made)).flat();
}

describe.each(databasesUnderTest)(
  "on $name, a plugin that asks Easy Digital Downloads for a version",
  async ({ makeStore }) => {
    const store = await makeStore();

    async function version(fields: Record<string, string>): Promise<EddVersion> {
      const body = new URLSearchParams({ edd_action: "get_version", ...fields });
      return (await (await store.get("/", { method: "POST", body })).json()) as EddVersion;
    }

    test("names the one that its owner released, and gives its file without a header", async () => {
      const { id: file } = await uploadRaw(store, "plugin.zip", "PK plugin");
      const { product, order, key } = await sellLicense(store, "EDD-0004", {
        item_assets: [file],
        updates: "licensed",
      });
      const path = `products/${product.id}/files/${file}/versions/1`;
      await send(store, "PUT", path, { version: "1.2.0", platform: "any", note: "Faster <b>maps</b>\nfür alle." });
      const asked = { item_id: product.sku, slug: "maps", version: "1.0" };
      const told = await version({ ...asked, license: key });
      expect(told).toMatchObject({
        new_version: "1.2.0",
        stable_version: "1.2.0",
        slug: "maps",
        // As PHP serializes an array: lengths are in bytes.
        sections: 'a:2:{s:11:"description";s:0:"";s:9:"changelog";s:44:"Faster &lt;b&gt;maps&lt;/b&gt;<br>für alle.";}',
        banners: [],
        icons: [],
      });
      expect(told.download_link).toBe(told.package);
      const fetched = new URL(told.package).pathname;
      expect(fetched).not.toContain(key);
      const got = await store.get(fetched);
      expect([got.status, await got.text()]).toEqual([200, "PK plugin"]);
      const [, prefix = "", token = "", rest = ""] = /^(.*\/token\/)([^/]+)(\/.*)$/.exec(fetched) ?? [];
      const feed = (await (await store.get(`${prefix}${token}/latest.json`)).json()) as { files: { url: string }[] };
      expect(new URL(feed.files[0]?.url ?? "").pathname).toBe(fetched);
      // Another's token, one that nobody made, and the key itself open nothing.
      const [id = "", secret = ""] = token.split(/-(.*)/s);
      const hashed = await deviceHashes(store, key, [`updates ${Number(id) + 1}`, `updates\n${Number(id) + 1}`]);
      for (const wrong of [
        ...hashed.map((hash) => `${Number(id) + 1}-${hash}`),
        `${Number(id) + 1}-${secret}`,
        `${id}-${secret.slice(1)}A`,
        id,
        key,
      ]) {
        expect((await store.get(`${prefix}${wrong}${rest}`)).status, wrong).toBe(401);
      }
      expect(hashed).toHaveLength(1);
      expect(await version({ ...asked, license: "EDD-NONE" })).toMatchObject({ new_version: "" });
      await send(store, "POST", `orders/${order.id}/revoke`);
      const after = await version({ ...asked, license: key });
      expect(after).toMatchObject({ new_version: "1.2.0", package: "" });
      expect((await store.get(fetched)).status).toBe(403);
    });
  },
);
