import type { Store } from "./service.ts";
import { addItem } from "./store.ts";
import { v3 } from "./v3.ts";

/** Sends an order to v3, to Ann unless `fields` say otherwise. */
export async function orderOf(store: Store, fields: Record<string, unknown>) {
  const answer = await v3(store, "POST", "orders", { email: "ann@example.com", ...fields });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.order;
}

/** Downloads what is at this path so many times. */
export async function fetchTimes(store: Store, path: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const file = await store.get(path, { headers: { "user-agent": "curl/8.0" } });
    if (file.status !== 200) throw new Error(`${path} was answered ${file.status}.`);
    await file.arrayBuffer();
  }
}

/** Three products, and an order of two of them, which is downloaded four times, and by the permalink twice. */
export async function readableOrder(store: Store) {
  const { permalink } = await addItem(store, "MAP", { "map.txt": "a map" });
  await addItem(store, "TWO", { "one.txt": "one", "two words.txt": "and two" });
  await addItem(store, "SONG", { "song.txt": "a song" });
  const named = await orderOf(store, { vendor_id: "M-1", order_items: [{ item_sku: "MAP" }, { item_sku: "SONG" }] });
  await fetchTimes(store, new URL(named.order_items[0].download_url).pathname, 3);
  await fetchTimes(store, new URL(named.order_items[1].download_url).pathname, 1);
  await fetchTimes(store, permalink, 2);
  return named;
}
