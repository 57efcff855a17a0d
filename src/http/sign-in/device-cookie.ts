import { createHmac } from "node:crypto";
import { deviceMilliseconds } from "../../access/people/devices.ts";
import { equalInConstantTime } from "../../platform/text.ts";
import type { Secrets } from "../../platform/vault.ts";

/** The cookie that identifies a browser used to sign in before. It does not sign anyone in. */
interface DeviceCookie {
  /** The token in the request's cookie; null for none, and for one that was not made here. */
  read(request: Request): string | null;
  /** The value of `Set-Cookie` that gives the browser this token. */
  write(token: string): string;
}

/** It is signed, so that forged cookies cost no database query. */
export function createDeviceCookie({ secrets, isSecure }: { secrets: Secrets; isSecure: boolean }): DeviceCookie {
  // With this prefix, browsers accept it only from this host and not from another store's.
  const name = isSecure ? "__Host-waybill.device" : "waybill.device";
  const signature = (token: string, secret: string) =>
    createHmac("sha256", secret).update(`device ${token}`).digest("base64url");
  const accepted = secrets.old === null ? [secrets.current] : [secrets.current, secrets.old];
  return {
    read(request) {
      const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
      const [token = "", signed = ""] = value.split(".");
      const isGenuine = accepted.some((secret) => equalInConstantTime(signed, signature(token, secret)));
      return token !== "" && isGenuine ? token : null;
    },
    write(token) {
      const age = deviceMilliseconds / 1000;
      const secure = isSecure ? "; Secure" : "";
      return `${name}=${token}.${signature(token, secrets.current)}; Max-Age=${age}; Path=/; HttpOnly${secure}; SameSite=Lax`;
    },
  };
}
