import type { APIResponse, BrowserContext, BrowserContextOptions, Page, Route } from "playwright-core";
import { launchBrowser } from "./browser.ts";
import { type Store, until } from "./service.ts";
import { password, signIn, visit } from "./sign-in.ts";
import { v3 } from "./v3.ts";

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

/** Adds a new person to the store, who accepts with the password of tests/support/sign-in.ts. */
export async function addPerson(
  store: Store,
  email: string,
  role: string,
): Promise<{ email: string; password: string }> {
  const added = await v3(store, "POST", "members", { email, role });
  if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  let token = "";
  await until(`${email} has mail`, async () => {
    const { messages } = (await v3(store, "GET", "mailbox")).body;
    const found = messages.find(({ recipient }: { recipient: string }) => recipient === email);
    if (!found) return false;
    const { text_body: text } = (await v3(store, "GET", `mailbox/${found.id}`)).body.message;
    token = new URL(/https?:\S+\/admin\/reset-password\?\S+/.exec(text)?.[0] ?? "").searchParams.get("token") ?? "";
    return true;
  });
  const accepted = await visit(store).auth("accept-invitation", { token, newPassword: password });
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body));
  return { email, password };
}
