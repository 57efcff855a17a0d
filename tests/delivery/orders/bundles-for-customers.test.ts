import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { addKeys, keysNamed } from "../../support/keys.ts";
import { makeProduct, readProduct } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

interface Item {
  id: number;
  item_sku: string;
  license_keys: string[];
  download_url: string;
}

let named = 0;

describe.each(databasesUnderTest)("on $name, customers see that a bundle", async ({ makeStore }) => {
  const store = await makeStore();

  /** A bundle of a product with a file and three of one with keys, all new. */
  const bundle = async () => {
    named += 1;
    const [map, game, set] = [`MAP-${named}`, `GAME-${named}`, `SET-${named}`];
    await addItem(store, map, { "map.txt": "the map" });
    const { id } = await makeProduct(store, { sku: game, price: 30 });
    await addKeys(store, id, keysNamed(`${game}-KEY`, 100));
    const contents = [{ sku: map }, { sku: game, quantity: 3 }];
    const product = await makeProduct(store, { sku: set, price: 50, contents });
    return { map, game, set, product, gameId: id };
  };
  const order = async (lines: Record<string, unknown>[], fields: Record<string, unknown> = {}) => {
    const sent = { email: "ann@example.com", send_email: false, order_items: lines, ...fields };
    const { status, body } = await v3(store, "POST", "orders", sent);
    expect([status, body]).toEqual([201, body]);
    return body.order;
  };
  const itemOf = ({ order_items }: { order_items: Item[] }, sku: string) =>
    order_items.find(({ item_sku }) => item_sku === sku) as Item;

  /** The names of an order's page with their levels: of bundles, of products, and of withdrawn products with a minus. */
  const namesOn = async (url: string) => {
    const page = await (await fetch(url)).text();
    const cards = page.split(/(?=<section class="(?:card|bundle)")/);
    return cards.flatMap((card) => {
      const [, level, name] = /<(h[23]) id="(?:item|bundle)-[^"]*"><bdi>([^<]*)/.exec(card) ?? [];
      return level ? [`${level} ${name}${card.includes("withdrawn this product") ? " -" : ""}`] : [];
    });
  };
  const mailTo = async (email: string) => {
    await until("the email is kept", async () => (await keptMailsTo(store, email)).length === 1);
    const [mail] = await keptMailsTo(store, email);
    return { text: mail?.text ?? "", html: mail?.html ?? "" };
  };

  test("is named once above its products, on its page and in its email, in the order's sequence", async () => {
    const [first, second] = [await bundle(), await bundle()];
    const single = `SINGLE-${named}`;
    await addItem(store, single, { "single.txt": "alone" });
    const email = `named-${named}@example.com`;
    const asked = [{ item_sku: first.set }, { item_sku: single }, { item_sku: second.set }];
    const made = await order(asked, { email, send_email: true });
    const gameOf = async ({ gameId }: { gameId: number }) => (await readProduct(store, gameId)).name;
    const inBundle = async (one: typeof first) => [one.product.name, `Item ${one.map}`, await gameOf(one)];
    const [ofFirst, ofSecond] = [await inBundle(first), await inBundle(second)];

    const leveled = (names: string[]) => names.map((name, at) => `${at === 0 ? "h2" : "h3"} ${name}`);
    const shown = [...leveled(ofFirst), `h2 Item ${single}`, ...leveled(ofSecond)];
    expect(await namesOn(made.download_url)).toEqual(shown);
    const page = await (await fetch(made.download_url)).text();
    expect(page.match(/<h4 class="filename">/g)?.length).toBe(2);
    expect(page.match(/<h3 class="filename">/g)?.length).toBe(1);
    expect(page.match(/<h4>3 license keys<\/h4>/g)?.length).toBe(2);

    // In the email, what a bundle brought is indented under its name.
    const { text, html } = await mailTo(email);
    const names = [...ofFirst, `Item ${single}`, ...ofSecond];
    const written = ([name, ...contents]: string[]) => [`${name}:`, ...contents.map((content) => `  ${content}`)];
    const lines = text.split("\n").map((line) => line.replace(" (quantity: 3)", ""));
    expect(lines.filter((line) => names.includes(line.replace(/:$/, "").trim()))).toEqual([
      ...written(ofFirst),
      `Item ${single}`,
      ...written(ofSecond),
    ]);
    for (const line of lines.filter((one) => one.includes("map.txt"))) expect(line).toStartWith("  - ");
    for (const line of lines.filter((one) => one.includes("single.txt"))) expect(line).toStartWith("- ");
    const inHtml = [...html.matchAll(/<(?:h2|a)[^>]*>([^<]*)<\/(?:h2|a)>/g)].map(([, name]) => name ?? "");
    expect(inHtml.filter((name) => names.includes(name))).toEqual(names);
    expect(html.match(/<h2 /g)?.length).toBe(2);
    expect(html.match(/<td width="20"/g)?.length).toBe(4);
  });

  test("is named once if it has keys of its own", async () => {
    const { map } = await bundle();
    const { id, name } = await makeProduct(store, { sku: `FULL-${named}`, price: 5, contents: [{ sku: map }] });
    await addKeys(store, id, keysNamed(`FULL-${named}-KEY`, 1));
    const email = `full-${named}@example.com`;
    const made = await order([{ item_sku: `FULL-${named}` }], { email, send_email: true });
    expect(await namesOn(made.download_url)).toEqual([`h2 ${name}`, `h3 Item ${map}`]);
    const page = await (await fetch(made.download_url)).text();
    const [key = ""] = itemOf(made, `FULL-${named}`).license_keys;
    expect(page.indexOf(key)).toBeGreaterThan(page.indexOf(name));
    expect(page.indexOf(key)).toBeLessThan(page.indexOf(`Item ${map}`));
    const shown = (html: string) => html.replaceAll(/<script.*?<\/script>/gs, "").split(name).length - 1;
    expect([shown(page), shown((await mailTo(email)).html)]).toEqual([1, 1]);
    const lines = (await mailTo(email)).text.split("\n");
    expect(lines.filter((line) => line.includes(name) || line.includes(`Item ${map}`))).toEqual([
      name,
      `  Item ${map}`,
    ]);
    expect(lines).toContain(`    ${key}`);
  });

  test("has its number of units beside its name", async () => {
    const { set, product } = await bundle();
    const email = `units-${named}@example.com`;
    const made = await order([{ item_sku: set, quantity: 4 }], { email, send_email: true });
    const page = await (await fetch(made.download_url)).text();
    expect(page).toContain(`<bdi>${product.name}</bdi></h2><p>Quantity: 4</p>`);
    const { text, html } = await mailTo(email);
    expect(text).toContain(`\n${product.name} ×\u00a04:\n`);
    expect(html.replaceAll("&nbsp;", "\u00a0")).toContain(`>${product.name} ×\u00a04</h2>`);
  });

  test("keeps withdrawn products in their places, under its name", async () => {
    const { map, gameId, set, product } = await bundle();
    const game = (await readProduct(store, gameId)).name;
    const [before, after] = [`BEFORE-${named}`, `AFTER-${named}`];
    for (const sku of [before, after]) await addItem(store, sku);
    const made = await order([{ item_sku: before }, { item_sku: set }, { item_sku: after }]);
    const act = async (sku: string, action: string) => {
      expect((await v3(store, "POST", `order_items/${itemOf(made, sku).id}/${action}`)).status).toBe(200);
    };
    const shown = (...states: string[]) => {
      const names = [`h2 Item ${before}`, `h2 ${product.name}`, `h3 Item ${map}`, `h3 ${game}`, `h2 Item ${after}`];
      return names.map((name, at) => name + (states[at] ?? ""));
    };
    await act(map, "revoke");
    await act(before, "revoke");
    expect(await namesOn(made.download_url)).toEqual(shown(" -", "", " -", "", ""));
    await act(set, "revoke");
    expect(await namesOn(made.download_url)).toEqual(shown(" -", "", " -", " -", ""));
    const own = itemOf(made, set).download_url;
    expect((await store.get(new URL(own).pathname, { headers: browser })).status).toBe(410);
    await act(map, "restore");
    expect(await namesOn(made.download_url)).toEqual(shown(" -", "", "", " -", ""));
  });

  test("stands for its products where the purchases of an address are listed, unless one is searched for", async () => {
    const { map, set, product } = await bundle();
    const email = `listed-${named}@example.com`;
    await order([{ item_sku: set, quantity: 2 }], { email });
    const headers = { origin: new URL(store.url).origin, "content-type": "application/x-www-form-urlencoded" };
    await fetch(`${store.url}/links`, { method: "POST", headers, body: new URLSearchParams({ email }) });
    const { text } = await mailTo(email);
    expect(text).toContain(`${product.name} ×\u00a02\n`);
    expect(text).not.toContain(map);
    const [library = ""] = /http\S+\/library\/\S+/.exec(text) ?? [];
    const listed = async (search: string) => {
      const page = await (await fetch(library + search)).text();
      return /<h2>(.*?)<\/h2>/s.exec(page)?.[1]?.replaceAll(/<[^>]*>/g, "") ?? "";
    };
    expect(await listed("")).toBe(`${product.name} ×\u00a02`);
    expect(await listed(`?q=${map}`)).toContain(`Item ${map} ×\u00a02`);
  });
});
