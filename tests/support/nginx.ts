import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureProgram } from "../../scripts/ensure-program.ts";
import { afterTests, temporaryFolder } from "./cleanup.ts";
import { freePort } from "./ports.ts";
import { until } from "./service.ts";

const program = ensureProgram("nginx");

/** The nginx configurations that a page of docs/ gives, without TLS, at this port. */
function documented(page: string, port: number): string[] {
  const guide = readFileSync(join(import.meta.dir, "../../docs", page), "utf8");
  return [...guide.matchAll(/^ *```nginx\n([\s\S]*?)^ *```$/gm)].map(([, block = ""]) =>
    block.replace("listen 443 ssl;", `listen 127.0.0.1:${port};`).replace(/ssl_certificate.*\n/g, "\n"),
  );
}

/**
 * Starts the nginx of docs/operate/run.md in front of a service with this data folder; stopped after the tests. As root, its
 * workers are somebody else who shares the group, as there. Returns its port.
 */
export async function startNginx(upstreamPort: number, data: string): Promise<number> {
  const port = await freePort();
  const [server = "", files = ""] = documented("operate/run.md", port);
  const configuration = server
    .replace(/\}\s*$/, `${files}}\n`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${upstreamPort}`)
    .replaceAll("/var/lib/waybill/", `${data}/`);
  await run(configuration, port);
  return port;
}

/** Starts the load balancer of docs/operate/scale.md in front of services at these ports. Returns its port. */
export async function startBalancer(upstreamPorts: number[]): Promise<number> {
  const port = await freePort();
  const [configuration = ""] = documented("operate/scale.md", port);
  const upstreams = upstreamPorts.map((upstream) => `server 127.0.0.1:${upstream};`);
  await run(configuration.replace(/( *server 10\.[\d.:]+;\n)+/, `${upstreams.join("\n")}\n`), port);
  return port;
}

async function run(servers: string, port: number): Promise<void> {
  const folder = temporaryFolder();
  const isRoot = process.getuid?.() === 0;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => {
    mkdirSync(join(folder, kind));
    return `${kind}_temp_path ${join(folder, kind)};`;
  });
  const configuration = join(folder, "nginx.conf");
  writeFileSync(
    configuration,
    `daemon off;
    pid ${join(folder, "pid")};
    error_log stderr;
    worker_processes 1;
    ${isRoot ? "user nobody root;" : ""}
    events {}
    http {
      access_log off;
      ${temporary.join("\n")}
      ${servers}
    }`,
  );
  const nginx = Bun.spawn([program, "-e", "stderr", "-c", configuration], { stdio: ["ignore", "ignore", "pipe"] });
  afterTests(async () => {
    nginx.kill("SIGTERM");
    await nginx.exited;
  });
  await until("nginx answers", async () => {
    if (nginx.exitCode !== null) throw new Error(await new Response(nginx.stderr).text());
    return (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null))?.status === 200;
  });
}
