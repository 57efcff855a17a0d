import { expect, test } from "bun:test";
import { lockedPdf } from "../support/books.ts";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { readProduct } from "../support/products.ts";
import { until } from "../support/service.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

const { service, at } = await startOrderScreens();

test("files of a product are stamped, with a preview of the line, and those that cannot be are named", async () => {
  await addItem(service, "S-BOOK", { "book.pdf": await lockedPdf() });
  const { id } = (await v3(service, "GET", "skuproducts/S-BOOK")).body.product;
  await at(`/admin/products/${id}?tab=files`, async (page) => {
    const part = page.getByRole("region", { name: "Stamp" });
    await part.getByLabel("Stamp files").check();
    const preview = part.getByRole("img", { name: "A page with the stamp" });
    await preview.getByText("Ada Lovelace · 10000001").waitFor();
    await part.getByLabel("Line").fill("For {{nobody}}");
    await part.getByRole("button", { name: "Change stamp" }).click();
    await part.getByText(/Must not contain \{\{nobody\}\}/).waitFor();
    expect(await part.getByLabel("Line").evaluate((line) => line.ariaInvalid)).toBe("true");
    expect(await part.getByRole("alert").count()).toBe(0);
    await part.getByLabel("Line").fill("Copy of {{name}}, {{email}}");
    await preview.getByText("Copy of Ada Lovelace, ada@example.com").waitFor();
    await part.getByRole("combobox", { name: "Place" }).click();
    await page.getByRole("option", { name: "Top right" }).click();
    await part.getByLabel("Size in points").fill("12");
    expect(await seriousFindings(page)).toEqual([]);
    await part.getByRole("button", { name: "Change stamp" }).click();
    await page.getByText("Saved.").waitFor();
  });
  const shown = () => readProduct(service, id);
  const stamp = { text: "Copy of {{name}}, {{email}}", position: "top_right", size: 12 };
  expect((await shown()).stamp).toEqual(stamp);
  await until("the file was looked at", async () => (await shown()).unstampable_files.length === 1);
  await at(`/admin/products/${id}?tab=files`, async (page) => {
    await page.getByText("“book.pdf” needs a password, or its rights are protected.").waitFor();
  });
  await at("/admin", async (page) => {
    await page.getByText("“book.pdf” cannot be stamped").waitFor();
  });
  await at(`/admin/products/${id}?tab=permalink`, async (page) => {
    await page.getByText("The permalink does not work while files are stamped").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
