import { Alert } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { SignInLink } from "../components/sign-in-link.tsx";

/** Leads to the sign-in and back afterwards; says so to whoever `wasSignedIn`, and forgets what they had loaded. */
export function ToSignIn({ wasSignedIn }: { wasSignedIn: boolean }) {
  const { pathname, search } = useLocation();
  const queries = useQueryClient();
  useEffect(() => {
    // The session itself is known to have ended, and is not asked for once more.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
  }, [queries]);
  const next = pathname === "/admin" && search === "" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`/admin/sign-in${next}`} state={{ signedOut: wasSignedIn }} replace />;
}

/** Stands above a screen with input that would be lost at the sign-in. */
export function SignedOutNotice() {
  return (
    <Alert color="red" role="alert" mb="md">
      You were signed out. What you typed is still here. <SignInLink /> again in a new tab, then continue.
    </Alert>
  );
}
