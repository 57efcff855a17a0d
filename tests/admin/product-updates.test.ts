import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { made } from "../support/file-screens.ts";
import { uploadRaw } from "../support/files.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { makeProduct, readProduct } from "../support/products.ts";
import { v3 } from "../support/v3.ts";

const { service, at } = await startOrderScreens();

test("an owner switches a product's updates on, copies the feeds' addresses, and says what a version is", async () => {
  const { id: file } = await uploadRaw(service, "app.dmg", "0123456789");
  const { id } = await makeProduct(service, { item_assets: [file] });
  await at(`/admin/products/${id}?tab=files`, async (page) => {
    const updates = page.getByRole("region", { name: "Updates" });
    expect(await updates.getByRole("radio", { name: "Off" }).isChecked()).toBe(true);
    expect(await updates.getByRole("list", { name: "Addresses of the feeds" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Versions of app.dmg" }).count()).toBe(0);
    // What has no button yet is not said to be there.
    await updates.getByText("Once updates are on, each file has “Versions”").waitFor();
    await updates.getByRole("radio", { name: "Open" }).check();
    await updates.getByRole("button", { name: "Save" }).click();
    await updates.getByText("/latest.json").waitFor();
    await updates.getByText("Say of each file which version it is, under “Versions”.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const address = (await readProduct(service, id)).update_url ?? "";
    const feeds = updates.getByRole("list", { name: "Addresses of the feeds" }).getByRole("listitem");
    expect(await feeds.allInnerTexts()).toEqual(
      ["appcast.xml", "tauri.json", "latest.json"].map((name) => expect.stringContaining(`${address}/${name}`)),
    );
    await updates.getByRole("button", { name: "Copy the address for Tauri" }).click();
    await updates.getByRole("button", { name: "Copied" }).waitFor();

    await page.getByRole("button", { name: "Versions of app.dmg" }).click();
    const versions = page.getByRole("dialog", { name: "Versions of app.dmg" });
    await versions.getByText("For update feeds: nothing yet").waitFor();
    await versions.getByRole("button", { name: "Edit what update feeds say about version 1" }).click();
    await versions.getByLabel("Version", { exact: true }).fill("the newest");
    await versions.getByLabel("System").selectOption("Mac with Apple silicon");
    await versions.getByLabel("Signature").fill("gtVHnDGUzKZB");
    await versions.getByRole("button", { name: "Save", exact: true }).click();
    await versions.getByText("must be a version such as 1.4.2").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await versions.getByLabel("Version", { exact: true }).fill("1.4.2");
    await versions.getByRole("button", { name: "Save", exact: true }).click();
    await versions.getByText("For update feeds: 1.4.2, Mac with Apple silicon").waitFor();
    await versions.getByText("Signature gtVHnDGUzKZB").waitFor();
    const { pathname } = new URL(address);
    const read = async () => (await (await service.get(`${pathname}/latest.json`)).json()) as { files: object[] };
    expect((await read()).files).toMatchObject([
      { version: "1.4.2", platform: "mac-arm64", signature: "gtVHnDGUzKZB", note: null },
    ]);

    await versions.getByRole("button", { name: "Edit what update feeds say about version 1" }).click();
    await versions.getByLabel("System").selectOption("None");
    await versions.getByLabel("Signature").fill("");
    await versions.getByRole("button", { name: "Save", exact: true }).click();
    await versions.getByText("For update feeds: 1.4.2", { exact: true }).waitFor();
    expect((await read()).files).toEqual([]);
    const { body } = await v3(service, "GET", `products/${id}/files/${file}/versions`);
    expect(body.versions).toMatchObject([{ version: "1.4.2", platform: null, signature: null }]);

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Replace app.dmg" }).click();
    const dialog = page.getByRole("dialog", { name: "Replace app.dmg" });
    const choose = dialog.getByRole("button", { name: "Choose new file" });
    await dialog.getByLabel("Version", { exact: true }).fill("next");
    await page.keyboard.press("Tab");
    await dialog.getByLabel("System").selectOption("Every system");
    await dialog.getByText("Enter a version such as 1.4.2.").waitFor();
    expect(await choose.isDisabled()).toBe(true);
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByLabel("Version", { exact: true }).fill("1.5");
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), choose.click()]);
    await chooser.setFiles(made("app.dmg", 12));
    await page.getByText("Replaced app.dmg.").waitFor();
    expect((await read()).files).toMatchObject([{ version: "1.5", platform: "any", size_bytes: 12, signature: null }]);
  });
});
