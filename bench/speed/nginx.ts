import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Requests } from "./wrk.ts";

const secret = "bench";

export interface Nginx {
  /** As `nginx -v` says. */
  version: string;
  /** The request of a link for a file. */
  link(name: string): Requests;
  stop(): Promise<void>;
}

/**
 * Starts nginx (Debian's package) on one core and one port: it serves the files of `files` by links that it checks
 * (`secure_link`) and does not count. Resolves with one link for `name`, and with what stops it.
 */
export async function startNginx(
  folder: string,
  { files, port, core }: { files: string; port: number; core: number },
): Promise<Nginx> {
  await mkdir(join(folder, "nginx"), { recursive: true });
  const path = join(folder, "nginx", "nginx.conf");
  await Bun.write(
    path,
    `worker_processes 1; daemon off; pid ${folder}/nginx/pid; error_log ${folder}/nginx/error.log;
    events { worker_connections 4096; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
      client_body_temp_path ${folder}/nginx/body; proxy_temp_path ${folder}/nginx/proxy; fastcgi_temp_path ${folder}/nginx/f;
      uwsgi_temp_path ${folder}/nginx/u; scgi_temp_path ${folder}/nginx/s;
      server {
        listen 127.0.0.1:${port};
        location / {
          secure_link $arg_md5,$arg_expires;
          secure_link_md5 "$secure_link_expires$uri ${secret}";
          if ($secure_link = "") { return 403; }
          if ($secure_link = "0") { return 410; }
          root ${files};
        }
      }
    }`,
  );
  // Its workers run as another user otherwise, who may not read these files.
  const user = process.getuid?.() === 0 ? ["-g", "user root;"] : [];
  const nginx = ["nginx", "-p", join(folder, "nginx"), "-c", path, ...user];
  const child = Bun.spawn(["taskset", "-c", String(core), ...nginx], { stdio: ["ignore", "ignore", "inherit"] });
  const origin = `http://127.0.0.1:${port}`;
  const link = (name: string): Requests => {
    const expires = Math.floor(Date.now() / 1000) + 86_400;
    const md5 = createHash("md5").update(`${expires}/${name} ${secret}`).digest("base64url");
    return { origin, requests: [{ method: "GET", path: `/${name}?md5=${md5}&expires=${expires}` }] };
  };
  for (let tries = 0; tries < 100 && !(await fetch(origin).catch(() => null)); tries++) await Bun.sleep(50);
  const version = Bun.spawnSync(["nginx", "-v"])
    .stderr.toString()
    .trim()
    .replace(/^nginx version: /, "");
  return {
    version,
    link,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
