import { beforeAll, describe, expect, test } from "bun:test";
import { variables } from "../../../admin/settings/wording-variable-names.ts";
import { anyDatabase } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("the values of texts, on $name", ({ makeStore }) => {
  let store: Store;
  beforeAll(async () => {
    store = await makeStore();
  });

  const save = (name: string, source: string) => v3(store, "PUT", `wordings/${name}`, { wording: { source } });
  const listed = variables.map(({ name }) => name);

  test.each(listed)("%s, which the screen lists, can be used", async (name) => {
    const wording = name.startsWith("update.") ? "update_subject" : "email_subject";
    const { status, body } = await save(wording, `Order {{ ${name} }}`);
    expect([status, body.errors]).toEqual([200, undefined]);
  });

  test("are refused where gifts have no such value", async () => {
    const { status, body } = await save("email_subject", "Order {% if gift %}{{ gift.sender }}{% endif %}");
    expect([status, body.errors]).toMatchObject([
      422,
      [{ field: "source", message: expect.stringContaining("gift.sender") }],
    ]);
  });
});
