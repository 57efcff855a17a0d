import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What one run of wrk (Debian's package) saw. */
export interface Load {
  /** Whole answers a second. */
  rate: number;
  /** Bytes a second, heads included. */
  bytes: number;
  /** Milliseconds until the answer was there, for half of them, and for 99 of 100. */
  p50: number;
  p99: number;
}

/** What wrk asks for: requests as they go over the line, one of which it picks each time. */
export interface Requests {
  origin: string;
  /** `{n}` in a body becomes another number each time. */
  requests: { method: string; path: string; headers?: Record<string, string>; body?: string }[];
}

const folder = mkdtempSync(join(tmpdir(), "waybill-wrk-"));

const script = `
local requests, next, thread = {}, 0, 0
for line in io.lines(os.getenv("REQUESTS")) do
  local method, path, headers, body = line:match("^(%S+) (%S+) (%S+) ?(.*)$")
  local fields = {}
  for name, value in headers:gmatch("([^:|]+):([^|]+)") do fields[name] = value:gsub("_", " ") end
  requests[#requests + 1] = { method = method, path = path, headers = fields, body = body ~= "" and body or nil }
end
local ready = {}
function init()
  math.randomseed(os.time())
  for i, r in ipairs(requests) do
    r.headers["Host"] = wrk.headers["Host"]
    if not r.body then ready[i] = wrk.format(r.method, r.path, r.headers) end
  end
end
function request()
  local i = #requests == 1 and 1 or math.random(#requests)
  if ready[i] then return ready[i] end
  local r = requests[i]
  next = next + 1
  return wrk.format(r.method, r.path, r.headers, (r.body:gsub("{n}", tostring(next))))
end
function done(summary, latency)
  local wrong = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format('{"requests":%d,"micros":%d,"bytes":%d,"wrong":%d,"p50":%f,"p99":%f}',
    summary.requests, summary.duration, summary.bytes, wrong, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;

/** Runs wrk on the core of the load. Throws if any answer was an error or did not come. */
export async function load(
  { origin, requests }: Requests,
  { connections, seconds, core }: { connections: number; seconds: number; core: number },
): Promise<Load> {
  const [lua, list] = [join(folder, "requests.lua"), join(folder, "requests.txt")];
  writeFileSync(lua, script);
  const lines = requests.map(({ method, path, headers = {}, body = "" }) => {
    const fields = Object.entries(headers).map(([name, value]) => `${name}:${value.replaceAll(" ", "_")}`);
    return `${method} ${path} ${["Accept:*/*", ...fields].join("|")} ${body}`;
  });
  writeFileSync(list, lines.join("\n"));
  const wrk = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "30s", "-s", lua, origin];
  const child = Bun.spawn(["taskset", "-c", String(core), ...wrk], {
    env: { PATH: process.env.PATH ?? "", REQUESTS: list },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = await new Response(child.stdout).text();
  const found = /\{"requests".*\}/.exec(output);
  if (!found) throw new Error(`wrk ended without figures: ${output}`);
  const { requests: answered, micros, bytes, wrong, p50, p99 } = JSON.parse(found[0]);
  if (wrong > 0) throw new Error(`${wrong} of ${answered} answers from ${origin} were errors.`);
  return { rate: (answered * 1e6) / micros, bytes: (bytes * 1e6) / micros, p50, p99 };
}
