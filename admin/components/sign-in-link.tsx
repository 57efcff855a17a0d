import { Anchor } from "@mantine/core";

/** Leads to the sign-in in a tab of its own, so that what was typed here stays. */
export function SignInLink() {
  return (
    <Anchor inherit href={`/admin/sign-in?next=${encodeURIComponent(window.location.pathname)}`} target="_blank">
      Sign in
    </Anchor>
  );
}
