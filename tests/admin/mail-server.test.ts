import { expect, test } from "bun:test";
import { launchBrowser, seriousFindings, signIn } from "../support/browser.ts";
import { startForPeople } from "../support/sign-in.ts";
import { createSqlite } from "../support/sqlite.ts";
import { startStoreMailServer } from "../support/store-mail-server.ts";

test("an owner sets up the store's own mail server, and removes it", async () => {
  const service = await startForPeople(await createSqlite(), { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" });
  const [server, browser] = [await startStoreMailServer(), await launchBrowser()];
  const page = await (
    await browser.newContext({ baseURL: service.url, viewport: { width: 390, height: 844 } })
  ).newPage();
  await signIn(page, service);
  await page.goto("/admin");
  const banner = page.getByRole("note", { name: "Emails are not sent" });
  await banner.getByRole("link", { name: "Set up a mail server" }).click();
  const section = page.getByRole("region", { name: "Your own mail server" });
  await section.getByRole("button", { name: "Set up" }).click();
  await section.getByRole("textbox", { name: "Server", exact: true }).fill(server.address);
  await section.getByLabel("Port").selectOption("465");
  expect(await section.getByLabel("Encryption").inputValue()).toBe("tls");
  await section.getByLabel("Port").selectOption("2525");
  await section.getByLabel("Encryption").selectOption("none");
  await section.getByText("Without encryption, others can read the password").waitFor();
  await section.getByLabel("User").fill(server.user);
  await section.getByLabel(/^Password of the mail server/).fill(server.password);
  await section.getByLabel("Sender").fill("shop@north.example");
  const save = section.getByRole("button", { name: "Send test email and use it" });
  await save.click();
  await section.getByText("Enter your password.").waitFor();
  await section.getByLabel(/^Your password/).fill("a guess");
  await save.click();
  await section.getByText("is not your password").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await section.getByLabel(/^Your password/).fill(service.owner.password);
  await save.click();
  await section.getByText(`They go by ${server.address}, port 2525, as ${server.user}.`).waitFor();
  await banner.waitFor({ state: "detached" });
  expect(server.received).toMatchObject([{ from: "shop@north.example", to: [service.owner.email] }]);
  await section.getByRole("button", { name: "Remove" }).click();
  await section.getByRole("button", { name: "Remove mail server" }).click();
  await section.getByText("Enter your password.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await section.getByLabel(/^Your password/).fill(service.owner.password);
  await section.getByRole("button", { name: "Remove mail server" }).click();
  await section.getByRole("button", { name: "Set up" }).waitFor();
  await banner.waitFor();
});
