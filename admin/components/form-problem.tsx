import { Alert } from "@mantine/core";
import { ApiProblem, SignedOut } from "../api/request.ts";
import { errorWords } from "./notify.tsx";
import { SignInLink } from "./sign-in-link.tsx";

/** The error of a form, unless all of it is shown at the form's `fields`. */
export function FormProblem({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (!error) return null;
  const besideFields =
    error instanceof ApiProblem && error.errors.length > 0 && error.errors.every(({ field }) => fields.includes(field));
  if (besideFields) return null;
  return (
    <Alert color="red" role="alert">
      {error instanceof SignedOut ? (
        <>
          You were signed out. What you typed is still here. <SignInLink /> again in a new tab, then try again.
        </>
      ) : (
        errorWords(error)
      )}
    </Alert>
  );
}
