import { lazyCode } from "../api/lazy-code.ts";
import { Lazy } from "../components/lazy.tsx";

/** The screens of emails. Most visits do not need them. */
const screensCode = lazyCode(() => import("./screens.ts"));

export function EmailList() {
  return (
    <Lazy loaded={screensCode} lines={6}>
      {(code) => <code.EmailList />}
    </Lazy>
  );
}

export function EmailDetail() {
  return (
    <Lazy loaded={screensCode} lines={6}>
      {(code) => <code.EmailDetail />}
    </Lazy>
  );
}

export function Mailbox() {
  return (
    <Lazy loaded={screensCode} lines={6}>
      {(code) => <code.Mailbox />}
    </Lazy>
  );
}
