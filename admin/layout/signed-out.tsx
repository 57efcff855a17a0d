import { Alert } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { SignInLink } from "../components/sign-in-link.tsx";

/** Redirects to the sign-in and back afterwards, and clears loaded data. Tells people who were signed in before. */
export function ToSignIn({ wasSignedIn }: { wasSignedIn: boolean }) {
  const { pathname, search } = useLocation();
  const queries = useQueryClient();
  useEffect(() => {
    // Keeps the ended session, so that it is not fetched again.
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" });
  }, [queries]);
  const next = pathname === "/admin" && search === "" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
  return <Navigate to={`/admin/sign-in${next}`} state={{ signedOut: wasSignedIn }} replace />;
}

/** Shown above a screen whose input would be lost by a redirect. */
export function SignedOutNotice() {
  return (
    <Alert color="red" role="alert" mb="md">
      You were signed out. What you typed is still here. <SignInLink /> again in a new tab, then continue.
    </Alert>
  );
}
