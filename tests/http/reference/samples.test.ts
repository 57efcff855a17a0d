import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeSamples } from "../../../src/http/reference/page-document.ts";
import { anyKey, anyStore } from "../../../src/http/reference/samples/request.ts";
import { operationsOf } from "../../../src/http/v3/framework/openapi-types.ts";
import { v3Document } from "../../../src/http/v3/interface.ts";

const operations = operationsOf(v3Document());
const samples = codeSamples(v3Document());

const content = "the content of the file";

/** A request as it arrived. */
interface Arrived {
  method: string;
  address: string;
  headers: Record<string, string | null>;
  body: unknown;
}

describe("the samples of the reference", () => {
  let folder: string;
  let arrived: Arrived[] = [];

  const recorder = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { headers } = request;
      const text = await request.text();
      const names = ["idempotency-key", "tus-resumable", "upload-length", "upload-offset", "upload-metadata"];
      // Libraries add a type of their own to what has no body.
      const type = text === "" ? null : headers.get("content-type");
      arrived.push({
        method: request.method,
        address: pathname + search,
        headers: {
          authorization: headers.get("authorization"),
          type,
          ...Object.fromEntries(names.map((name) => [name, headers.get(name)])),
        },
        body: type === "application/json" ? JSON.parse(text) : text,
      });
      return Response.json({ answered: true });
    },
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "waybill-samples-"));
    for (const name of ["map.pdf", "import.csv"]) await Bun.write(join(folder, name), content);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await recorder.stop(true);
  });

  /** The samples of a language, in the order of the operations, that ask the recorder. */
  const sourcesOf = (label: string) =>
    operations.map(({ operationId }) => {
      const source = samples.get(operationId)?.find((sample) => sample.label === label)?.source ?? "";
      return source.replaceAll(anyStore, recorder.url.origin).replaceAll(anyKey, "key_1");
    });

  /** What the operations' examples say that a request has. */
  const expected = () =>
    operations.map(({ path, method, security, requestBody, parameters = [] }): Arrived => {
      const types = Object.keys(requestBody?.content ?? {});
      const exampleOf = (name: string) => parameters.find((one) => one.name === name)?.example;
      const begins = exampleOf("upload-length") !== undefined;
      const type = types.includes("application/json")
        ? types[0]
        : types.findLast((one) => !one.startsWith("multipart"));
      const hasBody = type !== undefined && !begins;
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(exampleOf(name))));
      const query = parameters.filter(
        ({ in: place, required, name }) =>
          place === "query" && (required || (name === "filename" && type === "application/octet-stream")),
      );
      const search = query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join("&");
      const headers = Object.fromEntries(
        ["idempotency-key", "tus-resumable", "upload-length", "upload-offset", "upload-metadata"].map((name) => {
          const value = parameters.find((one) => one.in === "header" && one.name === name)?.example;
          return [name, value === undefined ? null : String(value)];
        }),
      );
      const authorization = security?.length === 0 ? null : `Basic ${btoa("key_1:token_1")}`;
      const body = type === "application/json" ? requestBody?.content[type]?.example : hasBody ? content : "";
      return {
        method,
        address: search ? `${filled}?${search}` : filled,
        headers: { authorization, type: hasBody ? (type ?? null) : null, ...headers },
        body,
      };
    });

  /** Runs a command in the folder, whose scripts find the token. */
  async function run(command: string[]): Promise<void> {
    const process = Bun.spawn(command, {
      cwd: folder,
      env: { ...Bun.env, WAYBILL_TOKEN: "token_1" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const complaints = await process.stderr.text();
    expect({ command: command[0], exit: await process.exited, complaints }).toMatchObject({ exit: 0 });
  }

  const languages: [label: string, extension: string, run: (paths: string[]) => Promise<void>][] = [
    ["curl", "sh", (paths) => run(["sh", "-e", "-c", paths.map((path) => `. ./${path}`).join("\n")])],
    [
      "TypeScript",
      "ts",
      async (paths) => {
        await Bun.write(join(folder, "all.ts"), paths.map((path) => `await import("./${path}");`).join("\n"));
        await run([process.execPath, "all.ts"]);
      },
    ],
    [
      "Python",
      "py",
      async (paths) => {
        await Bun.write(
          join(folder, "all.py"),
          paths.map((path) => `exec(open(${JSON.stringify(path)}).read(), {})`).join("\n"),
        );
        await run(["python3", "all.py"]);
      },
    ],
    [
      "PHP",
      "php",
      async (paths) => {
        await Bun.write(join(folder, "all.php"), `<?php\n${paths.map((path) => `require '${path}';`).join("\n")}`);
        await run(["php", "all.php"]);
      },
    ],
  ];
  const programs: Record<string, string> = { curl: "curl", Python: "python3", PHP: "php" };

  for (const [label, extension, runAll] of languages) {
    const program = programs[label];
    test.skipIf(program !== undefined && Bun.which(program) === null)(
      `in ${label} send what the examples of their operations say`,
      async () => {
        arrived = [];
        const paths = sourcesOf(label).map((source, index) => ({ source, path: `sample-${index}.${extension}` }));
        for (const { source, path } of paths) await Bun.write(join(folder, path), source);
        await runAll(paths.map(({ path }) => path));
        expect(arrived).toEqual(expected());
      },
      120_000,
    );
  }

  test("show every operation in each language", () => {
    for (const { operationId } of operations) {
      const labels = samples.get(operationId)?.map(({ label }) => label);
      expect({ operationId, labels }).toEqual({ operationId, labels: ["curl", "TypeScript", "PHP", "Python"] });
    }
  });
});
