import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { createAccount } from "../support/accounts.ts";
import { closeLaterPages, launchBrowser, seriousFindings } from "../support/browser.ts";
import { databasesUnderTest } from "../support/databases.ts";
import type { Service } from "../support/service.ts";
import { invite, linkFor, password, signIn, startForPeople, type Visit } from "../support/sign-in.ts";

const [sqlite] = databasesUnderTest.filter(({ name }) => name === "sqlite");
if (!sqlite) throw new Error("There is no SQLite.");

/** What an authenticator app shows for a secret in Base32 (RFC 6238). */
function codeOf(secret: string, at = Date.now()): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

describe("signing in to the administration area", () => {
  let service: Service;
  let browser: Browser;
  /** Of the first page of each test. */
  let usual: BrowserContext;
  let owner: Visit;
  let visitors = 0;

  beforeAll(async () => {
    service = await startForPeople(await sqlite.create());
    browser = await launchBrowser();
    usual = await browser.newContext({ baseURL: service.url });
    await usual.newPage();
    const { email, password } = service.owner;
    owner = await signIn(service, email, undefined, password);
    // The first request bundles the area.
    await fetch(`${service.url}/admin`);
  });

  afterEach(async () => {
    for (const context of browser.contexts()) if (context !== usual) await context.close();
    await closeLaterPages(usual);
    await usual.clearCookies();
  });

  /** A browser of its own, from an address of its own, as tries are limited by address. */
  async function newPage(options?: BrowserContextOptions): Promise<Page> {
    visitors += 1;
    const isFirst = !options && usual.pages().length === 1;
    const context = isFirst ? usual : await browser.newContext({ ...options, baseURL: service.url });
    const page = await context.newPage();
    await page.setExtraHTTPHeaders({ "x-forwarded-for": `203.0.113.${visitors}` });
    return page;
  }

  async function enter(page: Page, person: { email: string; password: string }): Promise<void> {
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel(/^Password/).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
  }

  /** Follows the link in the `count`th email and sets a password; the page then names whose it is. */
  async function setPassword(page: Page, email: string, chosen: string, count = 1): Promise<void> {
    const { pathname, search } = await linkFor(service, email, count);
    await page.goto(pathname + search);
    await page.getByText(email, { exact: true }).waitFor();
    await page.getByLabel("New password").fill(chosen);
    await page.getByRole("button", { name: "Set password" }).click();
  }

  test("says what is wrong, keeps the email, and leads back to the screen that was asked for", async () => {
    const page = await newPage();
    await page.goto("/admin/orders?status=expired");
    const person = service.owner;
    await enter(page, { ...person, password: "not the password" });
    await page.getByRole("alert").filter({ hasText: "Wrong email or password." }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel(/^Password/).fill(person.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=expired");
    await page.getByRole("button", { name: /Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect((await page.request.get("/api/v3/session")).status()).toBe(401);
  });

  test("never leads out of the area", async () => {
    const page = await newPage();
    const errors: Error[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto("/admin/sign-in?next=/admin/../orders");
    await enter(page, service.owner);
    for (const next of ["https://evil.example/admin", "/admin/%2e%2e/orders", "/admin/../../evil.example"]) {
      await page.getByRole("button", { name: /Signed in as/ }).waitFor();
      expect(page.url()).toBe(`${service.url}/admin`);
      await page.goto(`/admin/sign-in?next=${encodeURIComponent(next)}`);
    }
    await page.getByRole("button", { name: /Signed in as/ }).waitFor();
    expect([page.url(), errors]).toEqual([`${service.url}/admin`, []]);
  });

  test("an invited person reads which store they join, sets a password, is in, and changes only what the role allows", async () => {
    const email = "bea@example.com";
    const owners = await newPage();
    await owners.goto("/admin/settings/people?dialog=invite");
    await enter(owners, service.owner);
    const dialog = owners.getByRole("dialog");
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByRole("button", { name: "Invite" }).click();
    await owners.getByRole("row", { name: `${email} Invited` }).waitFor();
    const page = await newPage();
    const { pathname, search } = await linkFor(service, email);
    await page.goto(pathname + search);
    await page.getByText(`You are joining Demo Store as ${email}. Choose a password`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await setPassword(page, email, "seven green bottles");
    await page.getByRole("button", { name: `Signed in as ${email}` }).waitFor();
    await page.goto("/admin/settings/store");
    await page.getByText("Only owners can change these settings.").waitFor();
    expect(await page.getByRole("button", { name: "Save" }).count()).toBe(0);
    await page.goto("/admin/settings/people");
    await page.getByRole("row", { name: email }).waitFor();
    expect(await page.getByRole("button", { name: "Invite" }).count()).toBe(0);
  });

  test("a forgotten password is set anew through an email, once", async () => {
    const email = "cleo@example.com";
    await invite(service, owner, email, "staff");
    const page = await newPage();
    await page.goto("/admin/sign-in");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "New password" }).waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByRole("heading", { name: "The email was not sent" }).waitFor();
    await setPassword(page, email, "the second password", 2);
    await page.getByRole("link", { name: "Sign in" }).click();
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    await page.getByLabel(/^Password/).fill("the second password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: /Signed in as/ }).waitFor();

    const { pathname, search } = await linkFor(service, email, 2);
    await page.goto(pathname + search);
    await page.getByText("This link has expired or was already used.").waitFor();
    expect(await page.getByLabel("New password").count()).toBe(0);
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await page.getByRole("link", { name: "Request a new link" }).click();
    await page.getByRole("button", { name: "Send link" }).waitFor();

    const invitation = await linkFor(service, email);
    await page.goto(invitation.pathname + invitation.search);
    await page.getByText("This link has expired or was already used.").waitFor();
    await page.getByText("ask the store's owner for a new invitation").waitFor();
    expect(await page.getByRole("link", { name: "Request a new link" }).count()).toBe(0);
    await page.getByRole("link", { name: "Sign in" }).waitFor();
  });

  test("a link that is cut off says what to do, which for an invitation is no new password", async () => {
    const email = "dee@example.com";
    await invite(service, owner, email, "staff");
    const { pathname, search } = await linkFor(service, email);
    const page = await newPage();
    await page.goto(pathname + search.slice(0, search.indexOf("token")));
    await page.getByRole("heading", { name: "This link is incomplete" }).waitFor();
    await page.getByText("ask the store's owner for a new invitation").waitFor();
    expect(await page.getByRole("link", { name: "Request a new link" }).count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(pathname);
    await page.getByRole("heading", { name: "This link is incomplete" }).waitFor();
    await page.getByRole("link", { name: "Request a new link" }).waitFor();
  });

  test("a link is good while nobody can say that it is not, and the form finds out", async () => {
    const page = await newPage();
    await page.route("**/admin/auth/check-link", (route) => route.abort());
    await page.goto("/admin/reset-password?token=wrong");
    await page.getByLabel("New password").fill("the third password");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("alert").filter({ hasText: "This link has expired or was already used" }).waitFor();
    await page.getByRole("link", { name: "Request a new link" }).waitFor();
  });

  test("with a second factor asks for a code, or for a backup code", async () => {
    const email = "dora@example.com";
    await invite(service, owner, email, "staff");
    const page = await newPage();
    await page.goto("/admin/settings/profile");
    await enter(page, { email, password });
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByLabel(/^Your password/).fill(password);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    const secret = (await page.locator("code").first().textContent()) ?? "";
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("Enter the code that the app shows.").waitFor();
    await page.getByLabel("6-digit code").fill(codeOf(secret));
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("list", { name: "Backup codes" }).waitFor();
    const codes = await page.getByRole("list", { name: "Backup codes" }).getByRole("listitem").allTextContents();
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("dialog").getByText("The backup codes are not shown again.").waitFor();
    await page.getByRole("button", { name: "Stay" }).last().click();
    await page.getByRole("button", { name: "I saved them" }).click();
    await page.getByRole("button", { name: "Turn off" }).waitFor();

    const elsewhere = await newPage();
    await elsewhere.goto("/admin/sign-in");
    await enter(elsewhere, { email, password });
    await elsewhere.getByRole("heading", { name: "Two-factor authentication" }).waitFor();
    expect(await seriousFindings(elsewhere)).toEqual([]);
    expect((await elsewhere.request.get("/api/v3/session")).status()).toBe(401);
    await elsewhere.getByLabel("6-digit code").fill(codeOf(secret, Date.now() - 3_600_000));
    await elsewhere.getByRole("alert").filter({ hasText: "Wrong code." }).waitFor();
    // The next code takes the place of the wrong one. The present one was used when it was set up.
    await elsewhere.keyboard.type(codeOf(secret, Date.now() + 30_000));
    await elsewhere.getByRole("button", { name: /Signed in as/ }).waitFor();

    const third = await newPage();
    await third.goto("/admin/sign-in");
    await enter(third, { email, password });
    await third.getByRole("button", { name: "Use a backup code instead" }).click();
    await third.getByLabel("Backup code").fill(codes[0] ?? "");
    await third.getByRole("button", { name: "Continue" }).click();
    await third.getByRole("button", { name: /Signed in as/ }).waitFor();

    const fourth = await newPage();
    await fourth.goto("/admin/sign-in");
    await enter(fourth, { email, password });
    await fourth.getByRole("button", { name: "Use a backup code instead" }).click();
    await fourth.getByLabel("Backup code").fill(codes[0] ?? "");
    await fourth.keyboard.press("Enter");
    await fourth.getByRole("alert").filter({ hasText: "was already used" }).waitFor();
    expect((await fourth.request.get("/api/v3/session")).status()).toBe(401);
    await fourth.getByLabel("Backup code").fill(codes[1] ?? "");
    await fourth.keyboard.press("Enter");
    await fourth.getByRole("button", { name: /Signed in as/ }).waitFor();
  });

  test("is listed by place, and ended from elsewhere", async () => {
    const email = "emil@example.com";
    await invite(service, owner, email, "staff");
    const [there, here] = [await newPage({ userAgent: "Mozilla/5.0 (a games console)" }), await newPage()];
    for (const page of [there, here]) {
      await page.goto("/admin/settings/profile");
      await enter(page, { email, password });
      await page.getByRole("heading", { name: "Where you are signed in" }).waitFor();
    }
    await here.getByText(`203.0.113.${visitors - 1}, signed in`).waitFor();
    await here.getByText("Chrome on Linux", { exact: true }).waitFor();
    await here.getByText("Unknown browser", { exact: true }).waitFor();
    await here.getByRole("button", { name: `at 203.0.113.${visitors - 1}` }).click();
    await here.getByText(`203.0.113.${visitors - 1}, signed in`).waitFor({ state: "detached" });
    expect((await there.request.get("/api/v3/session")).status()).toBe(401);
    expect((await here.request.get("/api/v3/session")).status()).toBe(200);
  });

  // With a second account the bare address names no store any more, so that this is the last test.
  test("an invited person who has another account accepts with the password of that one, once", async () => {
    const person = service.owner;
    const south = await createAccount(service, "south", { name: "South Maps", password });
    const southOwner = await signIn(service, "owner@south.example", south.host);
    const added = await southOwner.v3("POST", "members", { email: person.email, role: "staff" });
    expect(added.status).toBe(201);
    const link = await linkFor(service, person.email);
    const page = await newPage();
    // Also where somebody else is signed in.
    await page.goto(`http://${south.host}/admin/sign-in`);
    await enter(page, { email: "owner@south.example", password });
    await page.getByRole("banner").getByText("South Maps").waitFor();
    await page.goto(link.href);
    await page.getByRole("heading", { name: "Accept the invitation" }).waitFor();
    await page.getByText(`You are joining South Maps as ${person.email}.`).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(person.email);
    await enter(page, { ...person, password: "not the password" });
    await page.getByRole("alert").filter({ hasText: "Wrong email or password." }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel(/^Password/).fill(person.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("banner").getByText("South Maps").waitFor();
    await page.getByRole("button", { name: `Signed in as ${person.email}` }).click();
    await page.getByText("Staff of South Maps").waitFor();

    // Removed again, they cannot come back by the same link.
    const { members } = (await southOwner.v3("GET", "members")).body;
    const { id } = members.find((member: { email: string }) => member.email === person.email);
    expect((await southOwner.v3("DELETE", `members/${id}`)).status).toBe(204);
    const late = await newPage();
    await late.goto(link.href);
    await late.getByText("This link has expired or was already used.").waitFor();
    await late.getByText("ask the store's owner for a new invitation").waitFor();
    await late.getByRole("link", { name: "Sign in" }).click();
    await enter(late, person);
    await late.getByRole("alert").filter({ hasText: "Wrong email or password." }).waitFor();
  });
});
