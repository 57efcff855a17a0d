import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { anyDatabase } from "../support/databases.ts";
import { type ServiceProcess, startProcess, until } from "../support/service.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";
import { everything } from "../support/xml.ts";
import { isAnyAlive, renderersOf } from "./_renderers.ts";
import { holdsUp, isRefusal } from "./_rules.ts";

/** Bytes that one renderer may come to: what it takes at rest, its limit beyond, and what it takes until that is seen. */
const mostMemory = 500 * 1_048_576;

const doubling = (times: number) => "{% capture x %}{{ x }}{{ x }}{% endcapture %}".repeat(times);
/** A variable `x` of 8 characters, doubled. */
const doubled = (times: number) => `{% capture x %}aaaaaaaa{% endcapture %}${doubling(times)}`;
const searched = (times: number) =>
  `{% if ${Array(times).fill('x contains "aaaaaaaaaaaaaaab"').join(" or ")} %}b{% endif %}`;

const loop = (inside: string, [depth, range]: [number, number]) =>
  `{% for i in (1..${range}) %}`.repeat(depth) + inside + "{% endfor %}".repeat(depth);

/** Minutes, in expressions of half a second each. */
const endless = `${doubled(17)}${loop(searched(1_500), [1, 1_000])}`;
/** The same in less Liquid, which a busy machine still reads in time where it is not reached. */
const slow = `${doubled(17)}${loop(searched(100), [1, 10_000])}`;
/** Half a gigabyte that no filter is charged for. */
const large = `${doubled(10)}${["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => `{% assign ${name} = x | replace: "a", x %}{% if ${name} contains "b" %}{% endif %}`).join("")}`;

/** Liquid that takes time, memory or depth. */
const bomb = fc.oneof(
  fc.nat(27).map((times) => `${doubled(times)}{{ x | size }}`),
  fc.nat(40).map((times) => `{% assign x = "aaaaaaaa" %}${"{% assign x = x | append: x %}".repeat(times)}{{ x }}`),
  fc.tuple(fc.nat(18), fc.nat(2_500)).map(([size, times]) => doubled(size) + searched(times)),
  fc
    .tuple(fc.nat(12), fc.nat(8))
    .map(([size, times]) => doubled(size) + '{% assign x = x | replace: "a", x %}'.repeat(times)),
  fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat(100_000_000)).map((size) => loop("x", size)),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(1_000)).map((size) => loop("{% assign y = y | append: i %}", size)),
  fc.nat(4_000).map((depth) => "{% if order %}".repeat(depth) + "{% endif %}".repeat(depth)),
  fc.nat(6_000).map((depth) => "{% for i in items %}".repeat(depth)),
  fc.nat(9_000).map((times) => `{{ order.name${" | append: order.name".repeat(Math.floor(times / 2))} }}`),
  fc.nat(18).map((size) => `${doubled(size)}{{ x | split: "" | sort | uniq | reverse | join: x }}`),
  fc.nat(18).map((size) => `${doubled(size).replace("aaaaaaaa", "&lt;a <b <")}{{ x | strip_html | escape | escape }}`),
  fc.nat(1_000_000_000).map((width) => `{{ "now" | date: "%${width}Y" }}`),
  fc.nat(90_000).map((length) => `{{ ${"(".repeat(length)} }}`),
  fc.nat(20_000).map((times) => "{{ 1 | divided_by: 0 }}".slice(0, 20).repeat(times).slice(0, 90_000)),
  fc.constantFrom(
    "{% raw %}",
    "{% liquid\nfor i in (1..9)\n",
    "{{ items | json | json | json }}",
    "{%",
    "{{ '",
    "{% tablerow i in (1..9999999) %}{% endtablerow %}",
  ),
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => `{% ${text} %}{{ ${text} }}`),
);
const bombs = fc.array(bomb, { minLength: 1, maxLength: 3 }).map((some) => some.join("").slice(0, 99_000));

describe.each(anyDatabase)("on $name, a wording made up by a stranger", ({ name, create }) => {
  let service: ServiceProcess;
  let other: TestAccount;

  const word = (name: string, source: string | null) => v3(service, "PUT", `wordings/${name}`, { wording: { source } });
  const preview = (wordings: Record<string, string>, order_id?: string) =>
    service.api("/api/v3/wordings/preview", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ wordings, order_id }),
    });
  const order = async (vendor_id: string, as?: TestAccount): Promise<string> => {
    const body = JSON.stringify({
      email: "ann@example.com",
      first_name: "Ann",
      vendor_id,
      order_items: [{ sku: "MAP" }],
    });
    const made = await service.api("/api/v3/orders", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      ...(as ? { as: as.credentials, host: as.host } : {}),
    });
    expect(made.status).toBe(201);
    const { order } = (await made.json()) as { order: { download_url: string } };
    return new URL(order.download_url).pathname;
  };
  const page = async (path: string, host?: string): Promise<string> => {
    const answer = await service.get(path, { headers: { accept: "text/html" }, ...(host ? { host } : {}) });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  /** Emails have tries of their own, so not those. */
  const rows = async () => [await everything(service), (await v3(service, "GET", "wordings")).body.wordings];

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    other = await createAccount(service, "other");
    // As demo is no longer alone, its own host names it.
    const { api, get } = service;
    const host = `demo.localhost:${service.port}`;
    service.api = (path, init) => api(path, { host, ...init });
    service.get = (path, init) => get(path, { host, ...init });
    for (const account of [undefined, other]) await addItem(service, "MAP", { "map.txt": "map" }, account);
  });

  // Nothing of these is stored, so one database is enough.
  if (name === "sqlite") {
    test("is shown or refused with a sentence, changes nothing and keeps nobody waiting", async () => {
      await order("M-1");
      const before = await rows();
      let memory = 0;
      const watching = setInterval(async () => {
        for (const { bytes } of await renderersOf(service)) memory = Math.max(memory, bytes);
      }, 200);
      await holdsUp(service, { largestInput: 1_048_576 }, () =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom("page_notice", "email_html", "email_subject"),
            bombs,
            async (name, source) => {
              const answer = await preview({ [name]: source });
              if (answer.status !== 200) await isRefusal(answer);
            },
          ),
          { numRuns: 25, interruptAfterTimeLimit: 30_000, endOnFailure: true },
        ),
      ).finally(() => clearInterval(watching));
      expect(memory).toBeGreaterThan(0);
      expect(memory).toBeLessThan(mostMemory);
      expect(await rows()).toEqual(before);
    });

    test.each([
      ["an expression without an end", endless],
      ["texts of half a gigabyte", large],
      ["22 doublings and 2,500 searches", doubled(22) + searched(2_500)],
      [
        "three texts of 26 doublings",
        doubled(26) + doubled(26).replaceAll("x", "y") + doubled(26).replaceAll("x", "z"),
      ],
    ])("is not saved with %s", async (_, source) => {
      const before = await rows();
      await holdsUp(service, { largestInput: 1_048_576 }, async () => {
        const refused = await word("page_notice", source);
        expect(refused.status).toBe(422);
        expect(refused.body.errors).toEqual([
          { field: "source", message: expect.stringContaining("takes too much time or memory") },
        ]);
      });
      expect(await rows()).toEqual(before);
    });

    test("is refused six times at once, each by its name", async () => {
      const names = ["email_subject", "email_text", "email_html", "page_greeting", "page_notice", "page_footer"];
      const six = Object.fromEntries(names.map((name, n) => [name, `${n}${endless}`]));
      await holdsUp(service, { largestInput: 1_048_576 }, async () => {
        const answer = await preview(six);
        expect(answer.status).toBe(422);
        const { errors } = (await answer.json()) as { errors: { field: string }[] };
        expect(errors.map(({ field }) => field).toSorted()).toEqual(names.map((name) => `wordings.${name}`).toSorted());
      });
    });
  }

  test("that breaks for one order only is left out there, and its owner is told once", async () => {
    const [hit, fine] = [await order("HIT-1"), await order("FINE-1")];
    const source = `For {{ customer.firstName }}{% if order.name == "HIT-1" %}${slow}{% endif %}`;
    expect((await word("page_notice", source)).status).toBe(200);
    const before = await everything(service);
    const emailsBefore = (await v3(service, "GET", "emails")).body.total;
    await holdsUp(service, { largestInput: 1_048_576 }, async () => {
      expect(await page(hit)).not.toContain("For Ann");
      expect(await page(fine)).toContain("For Ann");
    });
    const wording = async () => (await v3(service, "GET", "wordings/page_notice")).body.wording;
    await until("its owner is told", async () => (await wording()).problem !== null);
    const told = await wording();
    expect(told).toMatchObject({ source, problem: expect.stringContaining("takes too much time or memory") });
    for (let views = 0; views < 5; views++) await page(hit);
    expect(await wording()).toEqual(told);
    expect(await everything(service)).toBe(before);
    expect((await v3(service, "GET", "emails")).body.total).toBe(emailsBefore);
    await word("page_notice", null);
  });

  test("that breaks for every order keeps no other store's customers waiting", async () => {
    const theirs = await order("M-1", other);
    const notice = JSON.stringify({ wording: { source: "Ahoy {{ customer.firstName }}" } });
    const saved = await service.api("/api/v3/wordings/page_notice", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: notice,
      as: other.credentials,
      host: other.host,
    });
    expect(saved.status).toBe(200);
    const all = await Promise.all(Array.from({ length: 12 }, (_, n) => order(`SLOW-${n}`)));
    expect((await word("page_notice", `{% if order.name contains "SLOW" %}${slow}{% endif %}`)).status).toBe(200);
    let answered = 0;
    const views = all.map((path) => page(path).finally(() => answered++));
    expect(await page(theirs, other.host)).toContain("Ahoy Ann");
    expect(answered).toBeLessThan(views.length);
    await Promise.all(views);
    await word("page_notice", null);
  });

  test("loses nothing when its renderer is killed, and leaves none behind when the service ends", async () => {
    await word("page_notice", "For {{ order.name }}");
    expect(await page(await order("FIRST-1"))).toContain("For FIRST-1");
    const killed = await renderersOf(service);
    expect(killed.length).toBeGreaterThan(0);
    for (const { pid } of killed) process.kill(pid, "SIGKILL");
    expect(await page(await order("SECOND-1"))).toContain("For SECOND-1");

    const stopped = await renderersOf(service);
    expect(stopped.length).toBeGreaterThan(0);
    expect(await service.stop()).toBe(0);
    expect(await isAnyAlive(stopped)).toBe(false);

    service = await service.restart();
    const host = `demo.localhost:${service.port}`;
    await service.get(
      (await v3(service, "GET", "orders", undefined, { host })).body.orders[0].download_url.replace(/^.*\/\/[^/]*/, ""),
      { host, headers: { accept: "text/html" } },
    );
    const orphans = await renderersOf(service);
    expect(orphans.length).toBeGreaterThan(0);
    service.process.kill("SIGKILL");
    await until("the renderers have ended", async () => !(await isAnyAlive(orphans)));
  });
});
