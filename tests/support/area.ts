import type { APIResponse, BrowserContext, BrowserContextOptions, Page, Route } from "playwright-core";
import { addMember } from "../../src/access/people/members.ts";
import { ensurePerson } from "../../src/access/people/people.ts";
import type { Role } from "../../src/platform/database/schema.ts";
import { instantNow } from "../../src/platform/instants.ts";
import { launchBrowser } from "./browser.ts";
import { quickHash } from "./demo-account.ts";
import type { Store } from "./service.ts";
import type { SharedStore } from "./shared-service.ts";
import { password, signIn } from "./sign-in.ts";

/**
 * A browser at a store's administration area, in which its owner or `person` has signed in. Its first page is blank and stays
 * open: with `closeLaterPages`, its process lives on for the next ones.
 */
export async function openArea(
  store: Store,
  options: BrowserContextOptions = {},
  person = store.owner,
): Promise<BrowserContext> {
  const context = await (await launchBrowser()).newContext({ locale: "en-US", baseURL: store.url, ...options });
  await enterArea(context, store, person);
  await context.newPage();
  return context;
}

/** Signs in from an address of its own, as tries are limited by address where others share the service. */
export async function enterArea(context: BrowserContext, store: Store, person = store.owner): Promise<void> {
  const { cookies } = await signIn(store, person.email, undefined, person.password);
  const place = { url: store.url, httpOnly: true, sameSite: "Lax" as const };
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, ...place })));
}

/**
 * Goes to another screen of the area as a link does: nothing is loaded anew. The way there leads over a screen that says that
 * there is no such page, so that what is seen afterwards is never the screen before.
 */
export async function walk(page: Page, address: string): Promise<void> {
  const between = page.getByRole("heading", { name: "Page not found", level: 1 });
  const go = (to: string) =>
    page.evaluate(`history.pushState(null, "", ${JSON.stringify(to)}); dispatchEvent(new PopStateEvent("popstate"))`);
  await go("/admin/nowhere");
  await between.waitFor();
  await go(address);
  await between.waitFor({ state: "detached" });
}

/** `route.fetch` for a host below `localhost`, which not every system finds. */
export async function fetched(route: Route): Promise<APIResponse> {
  const url = new URL(route.request().url());
  const headers = { ...(await route.request().allHeaders()), host: url.host };
  return route.fetch({ url: Object.assign(url, { hostname: "localhost" }).href, headers });
}

/** Adds a new person to the store, without an invitation. */
export async function addPerson(
  { db, accountId }: SharedStore,
  email: string,
  role: Role,
): Promise<{ email: string; password: string }> {
  const passwordHash = await quickHash(password);
  await db.write(async (tx) => {
    const { person } = await ensurePerson(tx, { email, passwordHash }, instantNow());
    await addMember(tx, accountId, { userId: person.id, role }, instantNow());
  });
  return { email, password };
}
