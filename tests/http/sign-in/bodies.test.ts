import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { exhaustGuesses, makeOwner, password } from "../../support/sign-in.ts";

const checking = [
  "sign-in/email",
  "sign-in/link",
  "request-sign-in-link",
  "request-password-reset",
  "reset-password",
  "accept-invitation",
  "check-link",
  "change-password",
  "two-factor/enable",
  "two-factor/disable",
  "two-factor/generate-backup-codes",
  "two-factor/verify-totp",
  "two-factor/verify-backup-code",
];

describe.each(anyDatabase)("what is sent to sign in on $name", ({ makeStore }) => {
  let service: SharedStore;
  let visitors = 0;

  beforeAll(async () => {
    service = await makeStore();
  });

  /** A request from an address of its own. */
  async function send(host: string, path: string, body: string, type = "application/json") {
    visitors += 1;
    const response = await service.get(`/admin/auth/${path}`, {
      host,
      method: "POST",
      headers: { origin: `http://${host}`, "content-type": type, "x-forwarded-for": `192.0.2.${visitors}` },
      body,
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
    return { status: response.status, cookies: response.headers.getSetCookie(), body: (await response.json()) as any };
  }

  /** An account whose owner's password has been guessed at by strangers until no more guesses are taken. */
  async function guessedAt() {
    const { email, host } = await makeOwner(makeStore, { email: `ann@${crypto.randomUUID()}.example` });
    await exhaustGuesses(service.db, email);
    return { email, host };
  }

  test("is JSON, and nothing else is read", async () => {
    const { email, host } = await guessedAt();
    const form = new URLSearchParams({ email, password }).toString();
    const multipart = `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n${email}\r\n--x--\r\n`;
    const sentence = "Send JSON with the content type application/json.";
    for (const path of checking) {
      for (const [type, body] of [
        ["application/x-www-form-urlencoded", form],
        ["application/x-www-form-urlencoded; charset=utf-8", form],
        ["multipart/form-data; boundary=x", multipart],
        ["text/plain", JSON.stringify({ email, password })],
        ["application/json+form", JSON.stringify({ email, password })],
        ["", JSON.stringify({ email, password })],
      ] as const) {
        const answer = await send(host, path, body, type);
        expect({ path, type, ...answer }).toEqual({
          path,
          type,
          status: 415,
          cookies: [],
          body: { code: "UNSUPPORTED_MEDIA_TYPE", message: sentence },
        });
      }
    }
  });

  test("counts toward the limit of the email that is looked up, however it is written", async () => {
    const { email, host } = await guessedAt();
    const other = "bea@written.example";
    const [secret, escaped] = [JSON.stringify(password), email.replace("a", "\\u0061")];
    for (const body of [
      `{"email":"${email.toUpperCase()}","password":${secret}}`,
      `{"email":"${escaped}","password":${secret}}`,
      `{"email":"${other}","email":"${email}","password":${secret}}`,
      `{"email":"${other}","password":${secret},"\\u0065mail":"${email}"}`,
      `\ufeff{"email":"${email}","password":${secret}}`,
    ]) {
      const answer = await send(host, "sign-in/email", body);
      expect({ body, status: answer.status, cookies: answer.cookies }).toEqual({ body, status: 429, cookies: [] });
    }
  });

  test("is refused when it is no single email address", async () => {
    const { email, host } = await guessedAt();
    const secret = JSON.stringify(password);
    for (const value of [
      `["${email}"]`,
      `{"0":"${email}"}`,
      "7",
      "null",
      `" ${email}"`,
      `"${email}\\u0000"`,
      `"${email.replace("a", "\\uff41")}"`,
      `"${email.replace("n", "\\u0274")}"`,
      `"${email.replace("@", "\\u200b@")}"`,
    ]) {
      const answer = await send(host, "sign-in/email", `{"email":${value},"password":${secret}}`);
      expect({ value, ...answer }).toMatchObject({ value, status: 400, cookies: [], body: { code: "INVALID_EMAIL" } });
    }
    for (const body of ["", "[]", "null", "{", `{"email":"${email}"}`, `{"email":"${email}","password":["x"]}`]) {
      expect({ body, status: (await send(host, "sign-in/email", body)).status }).toEqual({ body, status: 400 });
    }
  });

  test("cannot ask for more than the sign-in page does", async () => {
    const { email, host } = await makeOwner(makeStore);
    const asked = { email, password, callbackURL: "https://evil.example/", rememberMe: false };
    const answer = await send(host, "sign-in/email", JSON.stringify(asked));
    expect([answer.status, answer.body.redirect, answer.body.url]).toEqual([200, false, undefined]);
    expect(answer.cookies.map((cookie) => cookie.split("=")[0])).toEqual(["waybill.session_token", "waybill.device"]);
  });
});
