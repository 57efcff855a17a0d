import { Anchor } from "@mantine/core";
import { useLocation } from "react-router";

/** Leads to the sign-in in a tab of its own, so that what was typed here stays. */
export function SignInLink() {
  const { pathname, search } = useLocation();
  return (
    <Anchor inherit href={`/admin/sign-in?next=${encodeURIComponent(pathname + search)}`} target="_blank">
      Sign in
    </Anchor>
  );
}
