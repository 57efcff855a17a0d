import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../support/cleanup.ts";
import { isMissing } from "../../support/installed-programs.ts";
import { keysOf, sendOrder } from "../../support/keys.ts";
import { licenseKeySet, sellLicense } from "../../support/licenses.ts";
import { makeProduct } from "../../support/products.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";

// The examples of docs/connect/licenses.md, each run in its language where that is installed, against the service.

const guide = await Bun.file(join(import.meta.dir, "../../../docs/connect/licenses.md")).text();
const example = (language: string, which = 0) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))][which]?.[1] ?? "";
const hasCryptography = !isMissing("python3") && Bun.spawnSync(["python3", "-c", "import cryptography"]).exitCode === 0;

describe("the guide's example", async () => {
  const store = await makeSqliteStore();
  const [[keyId = "", publicKey] = []] = [...(await licenseKeySet(store))];
  const { x = "" } = publicKey?.export({ format: "jwk" }) ?? {};

  const host = `${store.handle}.localhost:${store.port}`;

  /** The example, for this store's service, whose host a program in another process may not find. */
  const filled = (language: string, which = 0) =>
    example(language, which)
      .replace("https://store.example.com", `http://localhost:${store.port}`)
      .replace("KID of keys.json", keyId)
      .replace("X of keys.json", x)
      .replace('"Content-Type": "application/json"', `"Content-Type": "application/json", "Host": "${host}"`)
      .replace("'Content-Type: application/json'", `"Content-Type: application/json\\r\\nHost: ${host}"`);

  async function run(command: string[], language: string, end: string): Promise<string> {
    const file = join(temporaryFolder(), `example.${language}`);
    await Bun.write(file, `${filled(language)}\n${end}\n`);
    const child = Bun.spawn([...command, file], { stdout: "pipe", stderr: "inherit" });
    return (await child.stdout.text()).trim();
  }

  test("in TypeScript believes the store, and its kept answer without a connection", async () => {
    const { product, key } = await sellLicense(store, "GUIDE-TS", { device_limit: 1 });
    const file = join(temporaryFolder(), "license.json");
    const question = (device_id: string) => JSON.stringify({ key, product: product.sku, device_id });
    const end = `
      const send = globalThis.fetch;
      globalThis.fetch = (url, init) => send(url, { ...init, headers: { host: "${host}" } });
      const file = ${JSON.stringify(file)};
      const results = [];
      results.push(await isLicensed(file, ${question("one")}), await isLicensed(file, ${question("one")}, "activate"));
      results.push(await isLicensed(file, ${question("one")}), await isLicensed(file + "2", ${question("two")}, "activate"));
      globalThis.fetch = () => Promise.reject(new Error("offline"));
      results.push(await isLicensed(file, ${question("one")}), await isLicensed(file, ${question("two")}));
      writeFileSync(file, readFileSync(file, "utf8").replace("GUIDE", "GUESS").replace('\\\\"used\\\\":1', '\\\\"used\\\\":0'));
      results.push(await isLicensed(file, ${question("one")}));
      console.log(results.join(" "));`;
    expect(await run([process.execPath], "ts", end)).toBe("false true true false true false false");
  });

  test("in TypeScript believes a license file offline, until it ends and if nobody has changed it", async () => {
    const { sku } = await makeProduct(store, { license_source: "signed" });
    const end = (access_until: string | null) => sendOrder(store, { [sku]: 1 }, { access_until }).then(keysOf);
    const files = [
      ...(await end(null)),
      ...(await end("2999-01-01T00:00:00Z")),
      ...(await end("2001-01-01T00:00:00Z")),
    ];
    const [file = ""] = files;
    const { enc, ...signed } = JSON.parse(Buffer.from(file.split("\n").slice(1, -1).join(""), "base64").toString());
    const freed = JSON.stringify({ ...JSON.parse(Buffer.from(enc, "base64").toString()), device_limit: 1000 });
    const changed = { ...signed, enc: Buffer.from(freed).toString("base64") };
    const forged = Buffer.from(JSON.stringify(changed)).toString("base64");
    const path = join(temporaryFolder(), "check.ts");
    await Bun.write(
      path,
      `${filled("ts", 1)}
      const files = ${JSON.stringify([...files, forged])};
      const results = files.map((file) => readLicense(file, ${JSON.stringify(sku)})?.product ?? null);
      console.log(JSON.stringify([...results, readLicense(files[0] ?? "", "OTHER")]));`,
    );
    const child = Bun.spawn([process.execPath, path], { stdout: "pipe", stderr: "inherit" });
    expect(JSON.parse(await child.stdout.text())).toEqual([sku, sku, null, null, null]);
  });

  test.skipIf(isMissing("php"))("in PHP gets a genuine answer", async () => {
    const { product, key } = await sellLicense(store, "GUIDE-PHP");
    const end = `echo json_encode(license_answer('validate', ['key' => '${key}', 'product' => '${product.sku}']));`;
    expect(await run(["php"], "php", end)).toContain('"code":"valid"');
  });

  test.skipIf(!hasCryptography)("in Python gets a genuine answer", async () => {
    const { product, key } = await sellLicense(store, "GUIDE-PYTHON");
    const end = `print(license_answer("validate", {"key": "${key}", "product": "${product.sku}"})["code"])`;
    expect(await run(["python3"], "python", end)).toBe("valid");
  });
});
