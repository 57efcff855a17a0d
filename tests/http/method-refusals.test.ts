import { beforeAll, describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Store } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";

describe("an address of the administration area that does not support a method", () => {
  let service: Store;
  beforeAll(async () => {
    service = await makeSqliteStore();
  });

  /** What stands on the wire, of which a client library shows its own version. */
  async function rawAnswer(method: string, path: string) {
    const socket = connect(service.port, "127.0.0.1");
    const host = `demo.localhost:${service.port}`;
    socket.write(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    const [status, ...lines] = head.split("\r\n");
    const fields = lines.map((line) => line.split(/: */, 2) as [string, string]);
    const headers = Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
    return { status, allow: headers.allow, type: headers["content-type"], body };
  }

  test.each(["/admin", "/admin/orders/1", "/admin/assets/none.js", "/admin/auth", "/docs/api"])(
    "says so in one sentence of plain text at %s",
    async (path) => {
      for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        expect(await rawAnswer(method, path)).toEqual({
          status: "HTTP/1.1 405 Method Not Allowed",
          allow: "GET, HEAD",
          type: "text/plain; charset=utf-8",
          body: `This address does not support ${method}. Use GET, HEAD.\n`,
        });
      }
    },
  );

  test("says so in the form of the sign-in below its address", async () => {
    const answer = await rawAnswer("PATCH", "/admin/auth/sign-in/email");
    expect(answer).toMatchObject({ status: "HTTP/1.1 405 Method Not Allowed", allow: "POST" });
    expect(answer.type).toStartWith("application/json");
    expect(JSON.parse(answer.body)).toEqual({
      code: "METHOD_NOT_ALLOWED",
      message: "This address does not support PATCH. Use POST.",
    });
  });
});
