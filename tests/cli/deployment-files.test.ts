import { expect, test } from "bun:test";
import { join } from "node:path";
import { thirdPartyLicenses } from "../../scripts/build/licenses.ts";
import { checkSettings, unknownSettings } from "../../src/config/config.ts";

const root = join(import.meta.dir, "../..");
const textOf = (path: string) => Bun.file(join(root, path)).text();

/** With the defaults of variables that it names, and a value for those without. */
const filledIn = (text: string) =>
  text.replace(/\$\{\w+(?:(:-)([^}]*)|:\?[^}]*)?\}/g, (_, hasDefault, value) =>
    hasDefault ? value : "0123456789abcdef0123456789abcdef",
  );

function expectUsable(settings: Record<string, string>): void {
  expect(Object.keys(settings).filter((name) => name.startsWith("WAYBILL_")).length).toBeGreaterThan(0);
  expect({ problems: checkSettings(settings).problems, unknown: unknownSettings(settings) }).toEqual({
    problems: [],
    unknown: [],
  });
}

/** `NAME=VALUE` for each environment variable of a file whose lines match. */
const settingsIn = (text: string, line: RegExp) =>
  Object.fromEntries(
    [...text.matchAll(line)].flatMap(([, pairs = ""]) => pairs.split(/\s+/).map((pair) => pair.split("=", 2))),
  );

test("every setting of the container, the compose file, the unit and the Kubernetes example can be used", async () => {
  expectUsable(settingsIn(await textOf("Dockerfile"), /^ENV (.*)$/gm));
  expectUsable(settingsIn(await textOf("deploy/systemd/waybill.service"), /^Environment=(.*)$/gm));

  const compose = Bun.YAML.parse(filledIn(await textOf("deploy/compose/compose.yaml"))) as {
    services: Record<string, { environment?: Record<string, string>; depends_on?: Record<string, unknown> | string[] }>;
    configs: { s3: { content: string } };
  };
  expectUsable(compose.services.waybill?.environment ?? {});
  for (const { depends_on = [] } of Object.values(compose.services)) {
    for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
      expect(Object.keys(compose.services)).toContain(name);
    }
  }
  const { identities } = JSON.parse(compose.configs.s3.content);
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = compose.services.waybill?.environment ?? {};
  expect(identities[0].credentials).toEqual([{ accessKey: AWS_ACCESS_KEY_ID, secretKey: AWS_SECRET_ACCESS_KEY }]);

  const [config] = Bun.YAML.parse(await textOf("deploy/kubernetes/waybill.yaml")) as { data: Record<string, string> }[];
  expectUsable({ ...config?.data, WAYBILL_DATABASE: "postgres://waybill:geheim@database/waybill" });
});

test("each part of the Kubernetes example finds the others by name", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: each document has another shape.
  const documents = Bun.YAML.parse(await textOf("deploy/kubernetes/waybill.yaml")) as any[];
  const [config, deployment, service, budget, ingress] = documents;
  expect(documents.map(({ kind }) => kind)).toEqual([
    "ConfigMap",
    "Deployment",
    "Service",
    "PodDisruptionBudget",
    "Ingress",
  ]);
  const { labels } = deployment.spec.template.metadata;
  for (const selector of [
    deployment.spec.selector.matchLabels,
    service.spec.selector,
    budget.spec.selector.matchLabels,
  ]) {
    expect(selector).toEqual(labels);
  }
  const [container] = deployment.spec.template.spec.containers;
  expect(container.envFrom[0].configMapRef.name).toBe(config.metadata.name);
  expect(service.spec.ports[0].targetPort).toBe(container.ports[0].name);
  for (const rule of ingress.spec.rules) {
    expect(rule.http.paths[0].backend.service).toEqual({ name: service.metadata.name, port: { name: "http" } });
  }
  const volumes = deployment.spec.template.spec.volumes.map(({ name }: { name: string }) => name);
  for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
});

test("the container's build gets every folder that it reads", async () => {
  const allowed = (await textOf(".dockerignore")).split("\n").filter((line) => line.startsWith("!"));
  const { files } = await Bun.build({
    entrypoints: [join(root, "scripts/build/build.ts")],
    target: "bun",
    packages: "external",
    metafile: true,
  }).then(({ metafile }) => ({ files: Object.keys(metafile?.inputs ?? {}) }));
  expect(files.length).toBeGreaterThan(5);
  const folders = new Set(
    [...files, "src/executable.ts", "admin/index.html", "clients/x", "deploy/x", "LICENSE"].map(
      (path) => path.split("/")[0],
    ),
  );
  for (const folder of folders) expect(allowed).toContain(`!${folder}`);
});

test("the licenses have a text of each package, or say that it has none", async () => {
  const parts = (await thirdPartyLicenses()).split(/^-{80}\n(?=\S+ \S+ \(.*\)\n\n)/m).slice(1);
  expect(parts.length).toBeGreaterThan(100);
  const short = parts.filter((part) => part.length < 400);
  for (const part of short) expect(part).toMatch(/This package has no license file\. Its package\.json names /);
  // Its README has the text.
  expect(parts.find((part) => part.startsWith("pgpass "))).toContain("Permission is hereby granted");
});
