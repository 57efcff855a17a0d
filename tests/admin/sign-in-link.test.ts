import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, seriousFindings } from "../support/browser.ts";
import { databasesUnderTest } from "../support/databases.ts";
import type { Service } from "../support/service.ts";
import { exhaustGuesses, linkFor, startForPeople } from "../support/sign-in.ts";

const [sqlite] = databasesUnderTest.filter(({ name }) => name === "sqlite");
if (!sqlite) throw new Error("There is no SQLite.");

describe("an owner whom strangers keep out", () => {
  let service: Service;
  let browser: Browser;
  let visitors = 0;

  beforeAll(async () => {
    const database = await sqlite.create();
    service = await startForPeople(database);
    await exhaustGuesses(await database.open(), service.owner.email);
    browser = await launchBrowser();
    // The first request bundles the area.
    await fetch(`${service.url}/admin`);
  });

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });

  async function newPage(): Promise<Page> {
    visitors += 1;
    const extraHTTPHeaders = { "x-forwarded-for": `198.18.0.${visitors}` };
    const context = await browser.newContext({ baseURL: service.url, extraHTTPHeaders });
    return context.newPage();
  }

  test("asks for a link on the sign-in screen, opens it elsewhere, and is in after a press of its button", async () => {
    const { email, password } = service.owner;
    const page = await newPage();
    await page.goto("/admin/sign-in");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: "Too many attempts. Try again in" }).waitFor();
    await page.getByRole("link", { name: "Email me a sign-in link" }).click();
    await page.getByRole("heading", { name: "Sign-in link" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await page.getByText("It works once, for 15 minutes.").waitFor();

    const { pathname, search } = await linkFor(service, email);
    const phone = await newPage();
    await phone.goto(pathname + search);
    await phone.getByText(`You are signing in to Demo Store as ${email}.`).waitFor();
    expect(await seriousFindings(phone)).toEqual([]);
    // Opening it, as a mail scanner does, signs nobody in.
    expect((await phone.request.get("/api/v3/session")).status()).toBe(401);
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByRole("button", { name: /Signed in as/ }).waitFor();
    expect(new URL(phone.url()).pathname).toBe("/admin");

    const again = await newPage();
    await again.goto(pathname + search);
    await again.getByText("This link has expired or was already used.").waitFor();
    await again.getByRole("link", { name: "Request a new link" }).click();
    await again.getByRole("heading", { name: "Sign-in link" }).waitFor();
    await again.goto("/admin/sign-in-link");
    await again.getByRole("heading", { name: "This link is incomplete" }).waitFor();

    // The phone is known now: the password works there although strangers still guess.
    await phone.getByRole("button", { name: /Signed in as/ }).click();
    await phone.getByRole("menuitem", { name: "Sign out" }).click();
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();
    await phone.getByLabel("Email").fill(email);
    await phone.getByLabel(/^Password/).fill(password);
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByRole("button", { name: /Signed in as/ }).waitFor();
  });
});
