import { Anchor } from "@mantine/core";
import { useLocation } from "react-router";

/** Opens the sign-in in a new tab, so that input on this page is kept. */
export function SignInLink() {
  const { pathname, search } = useLocation();
  return (
    <Anchor inherit href={`/admin/sign-in?next=${encodeURIComponent(pathname + search)}`} target="_blank">
      Sign in
    </Anchor>
  );
}
