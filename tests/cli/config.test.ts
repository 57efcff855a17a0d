import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import { readConfig } from "../../src/config/config.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { runWaybill } from "../support/service.ts";

test("without settings everything is embedded and only this machine is served", () => {
  expect(readConfig({})).toEqual({
    url: new URL("http://localhost:3000"),
    host: "127.0.0.1",
    port: 3000,
    data: resolve("data"),
    database: null,
    databasePooler: null,
    databaseConnections: null,
    files: null,
    smtp: null,
    dkim: null,
    mailFrom: "downloads@localhost",
    bounceMailbox: null,
    secret: null,
    secretOld: null,
    trustedProxies: [],
    countryHeader: null,
    sendfile: null,
    metricsReaders: [ipaddr.parseCIDR("127.0.0.0/8"), ipaddr.parseCIDR("::1/128")],
    outgoingNetworks: [],
    resolvers: null,
    limits: { body: 1_048_576, bulk: 8_388_608, upload: 107_374_182_400 },
    backups: null,
    backupsStore: { region: "us-east-1", credentials: null },
    log: "info",
  });
});

test("an empty variable counts as unset", () => {
  expect(readConfig({ WAYBILL_PORT: "", WAYBILL_SMTP: "", WAYBILL_LOG: "" })).toEqual(readConfig({}));
  const { mailFrom } = readConfig({ WAYBILL_MAIL_FROM: "post@bücher-versand.example" });
  expect(mailFrom).toBe("post@xn--bcher-versand-wob.example");
});

test("the public address follows the port, and the sender follows the public address", () => {
  expect(readConfig({ WAYBILL_PORT: "8080" }).url.origin).toBe("http://localhost:8080");
  const { url, mailFrom } = readConfig({ WAYBILL_PORT: "8080", WAYBILL_URL: "https://downloads.example.com/" });
  expect(url.origin).toBe("https://downloads.example.com");
  expect(mailFrom).toBe("downloads@downloads.example.com");
});

test("embedded defaults can be named", () => {
  expect(readConfig({ WAYBILL_DATABASE: "sqlite:", WAYBILL_FILES: "file:" })).toEqual(readConfig({}));
});

test("trusted proxies are addresses and networks, with commas or spaces between them", () => {
  const { trustedProxies } = readConfig({ WAYBILL_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1 ::1,2001:db8::/32" });
  expect(trustedProxies.map(([network, bits]) => `${network}/${bits}`)).toEqual([
    "10.0.0.0/8",
    "192.0.2.1/32",
    "::1/128",
    "2001:db8::/32",
  ]);
});

test("files are handed over only to a web server that is trusted", () => {
  const trusted = { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" };
  const handedOver = (value: string, other: Record<string, string> = trusted) =>
    readConfig({ WAYBILL_SENDFILE: value, ...other }).sendfile;
  expect(handedOver("x-accel-redirect=/internal/")).toEqual({ header: "x-accel-redirect", prefix: "/internal/" });
  expect(handedOver("x-sendfile")).toEqual({ header: "x-sendfile" });
  expect(() => handedOver("x-sendfile", {})).toThrow(/^WAYBILL_SENDFILE: "x-sendfile" .* WAYBILL_TRUSTED_PROXIES/);
  for (const data of ["/srv/50% off", "/srv/a\nb"]) {
    expect(() => handedOver("x-sendfile", { ...trusted, WAYBILL_DATA: data })).toThrow(/^WAYBILL_SENDFILE: .*$/);
    expect(handedOver("x-accel-redirect=/a/b/", { ...trusted, WAYBILL_DATA: data })).not.toBeNull();
  }
  expect(handedOver("x-sendfile", { ...trusted, WAYBILL_DATA: "/srv/ä ?#" })).not.toBeNull();
});

test("countries are read only from a proxy that is trusted", () => {
  const trusted = { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" };
  const read = (value: string, other: Record<string, string> = trusted) =>
    readConfig({ WAYBILL_COUNTRY_HEADER: value, ...other }).countryHeader;
  expect(read("CF-IPCountry")).toBe("CF-IPCountry");
  expect(() => read("CF-IPCountry", {})).toThrow(/^WAYBILL_COUNTRY_HEADER: "CF-IPCountry" .* WAYBILL_TRUSTED_PROXIES/);
  expect(() => read("a header")).toThrow(/^WAYBILL_COUNTRY_HEADER: "a header" is not valid/);
});

test("files can be in an S3 store, whose credentials are settings of their own", () => {
  const credentials = { AWS_ACCESS_KEY_ID: "AKIA1", AWS_SECRET_ACCESS_KEY: "s3cret/+=" };
  const filesIn = (value: string, other: Record<string, string> = {}) =>
    readConfig({ WAYBILL_FILES: value, ...other }).files;
  expect(filesIn("s3://my.shop/waybill/files?endpoint=http://127.0.0.1:9000&region=eu-1", credentials)).toEqual({
    bucket: "my.shop",
    prefix: "waybill/files/",
    endpoint: "http://127.0.0.1:9000",
    publicEndpoint: null,
    redirects: true,
    region: "eu-1",
    credentials: { accessKeyId: "AKIA1", secretAccessKey: "s3cret/+=" },
  });
  expect(filesIn("s3://shop/", { AWS_REGION: "eu-west-1" })).toEqual({
    bucket: "shop",
    prefix: "",
    endpoint: null,
    publicEndpoint: null,
    redirects: true,
    region: "eu-west-1",
    credentials: null,
  });
  expect(filesIn("s3://shop/a", { ...credentials, AWS_SESSION_TOKEN: "t0ken" })).toMatchObject({
    prefix: "a/",
    region: "us-east-1",
    credentials: { sessionToken: "t0ken" },
  });
  expect(filesIn("s3://shop?public_endpoint=https://files.example.com&redirects=off")).toMatchObject({
    publicEndpoint: "https://files.example.com",
    redirects: false,
  });
  expect(() => filesIn("s3://shop", { AWS_ACCESS_KEY_ID: "AKIA1" })).toThrow(/^AWS_SECRET_ACCESS_KEY: it is empty/);
  expect(() => filesIn("s3://shop", { AWS_SECRET_ACCESS_KEY: "hunter22" })).toThrow(/^AWS_ACCESS_KEY_ID: it is empty/);
});

test("an S3 address with credentials in it is refused without repeating them", () => {
  for (const value of ["s3://AKIA1:hunter22@shop/files", "s3://shop/files?secret_access_key=hunter22"]) {
    expect(() => readConfig({ WAYBILL_FILES: value })).toThrow(
      /^WAYBILL_FILES: the value \(not shown\) is not valid\./,
    );
  }
});

test("a web server cannot send files that are in an S3 store", () => {
  const settings = { WAYBILL_SENDFILE: "x-sendfile", WAYBILL_TRUSTED_PROXIES: "127.0.0.1", WAYBILL_FILES: "s3://shop" };
  expect(() => readConfig(settings)).toThrow(
    /^WAYBILL_SENDFILE: "x-sendfile" cannot be used with files in an S3 store/,
  );
});

/** By variable: values that cannot be used, and a part of what is said to be allowed. */
const wrong: Record<string, [allowed: string, ...values: string[]]> = {
  WAYBILL_URL: [
    "an http or https address without a path",
    "downloads.example.com",
    "ftp://downloads.example.com",
    "https://example.com/shop",
    "https://example.com/?shop",
    "https://ann@example.com",
  ],
  WAYBILL_HOST: ["an IP address", "downloads.example.com", "256.0.0.1", "127.0.0.1:3000", "127.1"],
  WAYBILL_PORT: ["a whole number from 1 to 65535", "0", "65536", "25x", "3000.5", "-1", "0x50", "3e3"],
  WAYBILL_DATABASE: [
    "sqlite: or postgres://",
    "mysql://ann:hunter22@localhost/waybill",
    "postgres://",
    "waybill.sqlite",
  ],
  WAYBILL_DATABASE_POOLER: ["transaction (PgBouncer's pool_mode), or nothing without such a pooler", "session", "yes"],
  WAYBILL_DATABASE_CONNECTIONS: ["a whole number from 2 to 1000", "1", "1001", "20.5", "many", "-5"],
  WAYBILL_FILES: [
    "file: (the data folder) or s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION",
    "/srv/files",
    "https://bucket.example.com",
    "s3://",
    "s3:///prefix",
    "s3://Bucket/prefix",
    "s3://bucket//prefix",
    "s3://bucket/a/../b",
    "s3://bucket/prefix?zone=a",
    "s3://bucket/prefix?region=a&region=b",
    "s3://bucket/prefix?redirects=no",
    "s3://bucket/prefix?public_endpoint=files",
    "s3://bucket/prefix?region=",
    "s3://bucket/prefix?endpoint=127.0.0.1:9000",
    "s3://bucket/prefix?endpoint=ftp://127.0.0.1",
  ],
  WAYBILL_SMTP: [
    "smtp://USER:PASSWORD@HOST:PORT",
    "mail.example.com:25",
    "smtp://",
    "smtp://us#er:hunter22@mail.example.com",
    "smtp://ann:hunt#er22@mail.example.com",
    "smtp://us?er:hunter22@mail.example.com",
    "smtp://ann:hunter22%zz@mail.example.com",
    "http://ann:hunter22@mail.example.com",
  ],
  WAYBILL_MAIL_FROM: ["an email address", "downloads", "Ann <ann@example.com>", "a@b\r\nBcc: c@d.example"],
  WAYBILL_SECRET: ["at least 32 random characters", "hunter22"],
  WAYBILL_SECRET_OLD: ["the value that WAYBILL_SECRET had before", "hunter22-old"],
  WAYBILL_TRUSTED_PROXIES: [
    "IP addresses or CIDR ranges",
    "10.0.0.0/33",
    "proxy.example.com",
    "10.0.0.0/8,nobody",
    "10/8",
    "10",
  ],
  WAYBILL_SENDFILE: [
    "x-accel-redirect=/PATH/ (nginx; letters, digits, _ and - between slashes) or x-sendfile",
    "x-accel-redirect",
    "x-accel-redirect=/",
    "x-accel-redirect=/internal",
    "x-accel-redirect=/a b/",
    "x-accel-redirect=/../",
    "sendfile",
  ],
  WAYBILL_METRICS: ["IP addresses or CIDR ranges", "everybody", "127.0.0.1:9090"],
  WAYBILL_BODY_LIMIT: ["a whole number of bytes", "1 MiB", "1023", "-1"],
  WAYBILL_BULK_LIMIT: ["a whole number of bytes", "8e6", "0"],
  WAYBILL_UPLOAD_LIMIT: ["a whole number of bytes", "99999999999999"],
  WAYBILL_LOG: ["one of trace, debug, info", "verbose", "INFO"],
};

describe("a value that cannot be used", () => {
  for (const [variable, [allowed, ...values]] of Object.entries(wrong)) {
    test(`of ${variable} is refused in one line with what is allowed`, () => {
      for (const value of values) {
        let message = "";
        try {
          readConfig({ [variable]: value });
        } catch (error) {
          message = (error as Error).message;
        }
        expect({ value, message }).toEqual({ value, message: expect.stringContaining(allowed) });
        expect(message).toMatch(new RegExp(`^${variable}: [^\\n]*$`));
        const isSecret = ["WAYBILL_DATABASE", "WAYBILL_SMTP", "WAYBILL_SECRET", "WAYBILL_SECRET_OLD"].includes(
          variable,
        );
        expect({ value, shown: message.includes(JSON.stringify(value)) }).toEqual({ value, shown: !isSecret });
        expect(message).not.toContain("hunter22");
      }
    });
  }

  test.each(Object.entries(wrong))("of %s stops the start", async (variable, [, value = ""]) => {
    const folder = temporaryFolder();
    const start = await runWaybill(["serve"], { WAYBILL_DATA: folder, [variable]: value }, folder);
    expect(start).toMatchObject({ status: 1, stdout: "" });
    expect(start.stderr).toMatch(new RegExp(`^${variable}: [^\\n]*\\n$`));
  });
});

test("backups on schedule have a place, and may say how often and how many", () => {
  const backups = (value: string) => readConfig({ WAYBILL_BACKUPS: value }).backups;
  const hour = 3_600_000;
  const into = (folder: string) => ({ place: { folder } });
  expect(backups("/backups/waybill")).toEqual({ ...into("/backups/waybill"), every: 24 * hour, keep: 14 });
  expect(backups("kept;keep=3;every=30m")).toEqual({ ...into(resolve("kept")), every: hour / 2, keep: 3 });
  expect(backups("/b;every=7d")).toEqual({ ...into("/b"), every: 7 * 24 * hour, keep: 14 });
  expect(backups("s3://safe/shop?endpoint=https://s3.example.com&region=eu-1;every=6h")).toEqual({
    place: {
      s3: {
        bucket: "safe",
        prefix: "shop/",
        endpoint: "https://s3.example.com",
        publicEndpoint: null,
        redirects: false,
        region: "eu-1",
        credentials: null,
      },
    },
    every: 6 * hour,
    keep: 14,
  });
  const wrong = [
    "ftp://host/folder",
    "s3://Bucket",
    "s3://bucket/a?public_endpoint=https://files.example.com",
    "s3://bucket/a?redirects=off",
    "s3://bucket?zone=a",
    ";every=1h",
    "/b;every=0m",
    "/b;every=1s",
    "/b;every=400d",
    "/b;keep=0",
    "/b;keep=1;keep=2",
    "/b;often",
    "s3://bucket;often",
  ];
  for (const value of wrong) {
    expect(() => backups(value)).toThrow(
      /^WAYBILL_BACKUPS: ".*" is not valid\. Allowed: the path of a folder, or s3:\/\/.*, and ;every=24h;keep=14/,
    );
  }
  expect(() => backups("s3://AKIA1:hunter22@bucket")).toThrow(/^WAYBILL_BACKUPS: the value \(not shown\) is not valid/);
});

test("backups can have credentials of their own, so that they can be in another account than the files", () => {
  const files = { AWS_ACCESS_KEY_ID: "AKIA1", AWS_SECRET_ACCESS_KEY: "one" };
  const own = { WAYBILL_BACKUPS_ACCESS_KEY_ID: "AKIA2", WAYBILL_BACKUPS_SECRET_ACCESS_KEY: "two" };
  const keysOf = (environment: Record<string, string>) => {
    const config = readConfig({ WAYBILL_FILES: "s3://shop", WAYBILL_BACKUPS: "s3://safe", ...environment });
    const { place } = config.backups ?? {};
    const ids = [config.files, place && "s3" in place ? place.s3 : null, config.backupsStore];
    return ids.map((one) => one?.credentials?.accessKeyId);
  };
  expect(keysOf(files)).toEqual(["AKIA1", "AKIA1", "AKIA1"]);
  expect(keysOf({ ...files, ...own })).toEqual(["AKIA1", "AKIA2", "AKIA2"]);
  expect(keysOf(own)).toEqual([undefined, "AKIA2", "AKIA2"]);
  expect(() => keysOf({ ...files, WAYBILL_BACKUPS_ACCESS_KEY_ID: "AKIA2" })).toThrow(
    /^WAYBILL_BACKUPS_SECRET_ACCESS_KEY: it is empty, but WAYBILL_BACKUPS_ACCESS_KEY_ID is set/,
  );
  const half = { WAYBILL_BACKUPS: "s3://safe", AWS_SECRET_ACCESS_KEY: "hunter22" };
  expect(() => readConfig(half)).toThrow(/^AWS_ACCESS_KEY_ID: it is empty/);
  expect(readConfig({ AWS_SECRET_ACCESS_KEY: "of something else" }).files).toBeNull();
});
