import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { isMissing } from "../support/installed-programs.ts";
import { type Service, startService } from "../support/service.ts";
import { secret, signedMessages } from "../support/signed-messages.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem } from "../support/store.ts";

const folder = join(import.meta.dir, "../../clients/php");

describe.skipIf(isMissing("php", "-r", 'exit(extension_loaded("curl") ? 0 : 1);'))("the client for PHP", () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await createSqlite() });
    await addItem(service, "MAP-1");
  });

  /**
   * Runs a program that has `$waybill`, a client for `url` that waits long for an answer, and `$hasty`, which does not and tries
   * often. Returns what it printed as JSON.
   */
  async function run(program: string, url = service.url, input = ""): Promise<unknown> {
    const { key, token } = service.credentials;
    const begin = `
error_reporting(E_ALL);
set_error_handler(fn (...$given) => throw new ErrorException($given[1]));
spl_autoload_register(fn ($class) => require "src/" . substr($class, strlen("Waybill\\\\")) . ".php");
use Waybill\\{NoAnswer, Waybill, WaybillError, Webhook, WrongSignature};
$waybill = new Waybill($argv[1], $argv[2], $argv[3], timeout: 80);
$hasty = new Waybill($argv[1], $argv[2], $argv[3], timeout: 1, retries: 30);
`;
    const process = Bun.spawn(["php", "-r", begin + program, url, key, token], {
      cwd: folder,
      stdin: new Blob([input]),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, complaints] = await Promise.all([process.stdout.text(), process.stderr.text()]);
    expect({ exit: await process.exited, complaints, printed }).toEqual({ exit: 0, complaints: "", printed });
    return JSON.parse(printed);
  }

  test("sends orders once for a key, reads them page after page, and deletes them", async () => {
    const printed = await run(`
$order = ["vendor_id" => "M 1", "email" => "ann@example.com", "order_items" => [["item_sku" => "MAP-1"]]];
$first = $waybill->sendOrder($order, "payment-1");
$again = $waybill->sendOrder($order, "payment-1");
$waybill->request("POST /orders", body: ["vendor_id" => "M-2", "email" => "bob@example.com"]);
$byOwnId = $waybill->orderByVendorId("M 1");
$changed = $waybill->request("PUT /orders/{id}", ["id" => $first["id"]], body: ["first_name" => "Änne"])["order"];
$listed = array_column([...$waybill->all("GET /orders", ["page_size" => 1])], "vendor_id");
$none = [...$waybill->all("GET /orders", ["status" => "expired", "waiting_for_keys" => false])];
$resent = $waybill->request("POST /orders/{id}/resend", ["id" => $first["id"]])["order"];
$nothing = $waybill->request("DELETE /orders/{id}", ["id" => $first["id"]]);
$file = $waybill->upload("straßen karte.pdf", "the map", "application/pdf");
echo json_encode([
    $first["id"] === $again["id"], $byOwnId["id"] === $resent["id"], $changed["first_name"], $listed, $none, $nothing,
    $file["filename"], $file["size_bytes"],
]);
`);
    expect(printed).toEqual([true, true, "Änne", ["M-2", "M 1"], [], null, "straßen karte.pdf", 7]);
  });

  test("throws what the service says of a refused request", async () => {
    const printed = await run(`
try {
    $waybill->sendOrder(["email" => "", "download_limit" => -1]);
} catch (WaybillError $error) {
    $fields = array_map(fn ($one) => $one->field, $error->errors);
    sort($fields);
    echo json_encode([$error->status, $fields, $error->retryAfter, $error->getMessage() === "422: $error->detail"]);
}
`);
    expect(printed).toEqual([422, ["download_limit", "email"], null, true]);
  });

  /** What a client does with a service that behaves as `answer` says; and each request that it made. */
  async function runAgainst(answer: (request: Request, seen: number) => Response | Promise<Response>, program: string) {
    const seen: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        const sent = seen.push(`${request.method} ${request.headers.get("idempotency-key")}`);
        return answer(request, sent);
      },
    });
    const printed = await run(program, server.url.origin);
    await server.stop(true);
    return { printed, seen };
  }

  test("sends again what met a full service, with the same key, and never what has none", async () => {
    const later = (status: number) => Response.json({ detail: "Later." }, { status, headers: { "retry-after": "0" } });
    const { printed, seen } = await runAgainst(
      (request, number) => {
        if (request.method === "DELETE") return later(503);
        return number <= 2 ? later(number === 1 ? 429 : 503) : Response.json({ order: { id: 7 } });
      },
      `
$order = $waybill->sendOrder(["email" => "ann@example.com"]);
try {
    $waybill->request("DELETE /orders/{id}", ["id" => 7]);
} catch (WaybillError $error) {
    echo json_encode([$order["id"], $error->status, $error->detail]);
}
`,
    );
    expect(printed).toEqual([7, 503, "Later."]);
    expect(seen).toHaveLength(4);
    expect(new Set(seen.slice(0, 3)).size).toBe(1);
    expect(seen[0]).toMatch(/^POST [\da-f]{32}$/);
    expect(seen[3]).toBe("DELETE null");
  });

  test("sends again what met a silent service, with the same key, and never what has none", async () => {
    const { printed, seen } = await runAgainst(
      (request, number) =>
        request.method === "DELETE" || number === 1 ? new Promise(() => {}) : Response.json({ order: { id: 7 } }),
      `
$order = $hasty->sendOrder(["email" => "ann@example.com"]);
try {
    $hasty->request("DELETE /orders/{id}", ["id" => 7]);
} catch (NoAnswer $error) {
    echo json_encode([$order["id"], $error->getMessage()]);
}
`,
    );
    expect(printed).toEqual([7, expect.stringContaining("timed out")]);
    // On a slow machine an answer may come too late, and then the order is sent once more.
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(new Set(seen.slice(0, -1)).size).toBe(1);
    expect(seen[0]).toMatch(/^POST [\da-f]{32}$/);
    expect(seen.at(-1)).toBe("DELETE null");
  });

  test("says that there was no answer", async () => {
    const printed = await run(
      'try { $waybill->request("DELETE /orders/1"); } catch (NoAnswer $error) { echo json_encode($error->getMessage()); }',
      "http://127.0.0.1:1",
    );
    expect(printed).toContain("connect");
  });

  test("does not follow a redirect with its credentials", async () => {
    const { printed, seen } = await runAgainst(
      () => Response.redirect(`${service.url}/api/v3/orders/1`, 302),
      "try { $waybill->order(1); } catch (WaybillError $error) { echo json_encode($error->status); }",
    );
    expect([printed, seen.length]).toEqual([302, 1]);
  });

  test("knows genuine webhook messages from others", async () => {
    const { genuine, forged, old } = signedMessages();
    const messages = [...genuine, ...forged, old];
    const printed = await run(
      `
$found = [];
foreach (json_decode(file_get_contents("php://stdin"), true) as [$name, $message]) {
    // As PHP has headers in $_SERVER.
    $server = ["REQUEST_METHOD" => "POST", "argc" => 1];
    foreach ($message["headers"] as $header => $value) $server["HTTP_" . strtoupper(strtr($header, "-", "_"))] = $value;
    try {
        $event = Webhook::event("${secret}", $message["body"], $server);
        $found[] = [$name, $event["data"]["first_name"]];
    } catch (WrongSignature) {
        $found[] = [$name, null];
    }
}
echo json_encode($found);
`,
      service.url,
      JSON.stringify(messages),
    );
    expect(printed).toEqual(messages.map(([name], at) => [name, at < genuine.length ? "Zoë" : null]));
  });

  test("the README's first example runs as it stands", async () => {
    const [, example = ""] =
      /```php\n<\?php\n([\s\S]*?)```/.exec(await Bun.file(join(folder, "README.md")).text()) ?? [];
    const { key, token } = service.credentials;
    const program = example.replace(/^require .*$/m, "");
    const environment = { WAYBILL_URL: service.url, WAYBILL_KEY: key, WAYBILL_TOKEN: token };
    const settings = Object.entries(environment).map(([name, value]) => `putenv("${name}=${value}");`);
    // Namespaced names are imported by the example itself.
    const process = Bun.spawn(["php", "-r", `${autoload}${settings.join("")}${program}`], {
      cwd: folder,
      stderr: "inherit",
    });
    expect(await process.stdout.text()).toMatch(/\/orders\/[\w-]{22,}\n[\s\S]*ann@example\.com/);
    expect(await process.exited).toBe(0);
  });
});

const autoload =
  'spl_autoload_register(fn ($class) => require "src/" . substr($class, strlen("Waybill\\\\")) . ".php");\n';
