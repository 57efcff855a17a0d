import { Alert } from "@mantine/core";
import { ApiProblem } from "../api/request.ts";
import { errorWords } from "./notify.tsx";

/** What the service refused, as far as it does not stand beside one of the form's fields. */
export function FormProblem({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (!error) return null;
  const besideFields =
    error instanceof ApiProblem && error.errors.length > 0 && error.errors.every(({ field }) => fields.includes(field));
  if (besideFields) return null;
  return (
    <Alert color="red" role="alert">
      {errorWords(error)}
    </Alert>
  );
}
