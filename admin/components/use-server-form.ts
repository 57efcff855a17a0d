import { type UseFormInput, useForm } from "@mantine/form";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiProblem } from "../api/request.ts";
import { useUnsaved } from "./unsaved.tsx";

interface ServerForm {
  /** The error of the latest request; null for none. */
  refusal: Error | null;
  /** The refusal's messages, by field. */
  messages?: (refusal: Error) => Record<string, string>;
  /** Whether the form is in a dialog and lost when that closes. */
  inDialog?: boolean;
}

/**
 * Mantine's form, called as v3 calls its fields. Shows the server's errors at them too, focuses the first invalid field
 * after each try, and asks before changes are lost. `element` are the form element's props, given what to do with valid
 * values; `part` are the props of a field of our own. Call `forget` after saving, to leave without a question.
 */
export function useServerForm<Values extends object>(
  options: UseFormInput<Values>,
  { refusal, messages = messagesByField, inDialog = false }: ServerForm,
) {
  const form = useForm<Values>({ mode: "controlled", ...options });
  const { form: tell, forget } = useUnsaved(form.isDirty(), { inDialog });
  const node = useRef<HTMLFormElement>(null);
  const [failures, setFailures] = useState(0);
  const fail = () => setFailures((count) => count + 1);
  const { setErrors } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown once.
  useEffect(() => {
    if (refusal === null) return;
    setErrors(messages(refusal));
    fail();
  }, [refusal]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure focuses again.
  useEffect(() => {
    node.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  const ref = (element: HTMLFormElement | null) => {
    node.current = element;
    tell(element);
  };
  const element = (save: (values: Values) => void) => ({
    ref,
    onSubmit: (event: FormEvent<HTMLFormElement>) => form.onSubmit(save, fail)(event),
    noValidate: true,
  });
  const part = <Name extends keyof Values & string>(name: Name) => ({
    value: form.values[name],
    onChange: (value: Values[Name]) => form.setFieldValue(name, value as never),
    error: form.errors[name] as string | undefined,
  });
  return { form, element, part, forget };
}

const messagesByField = (refusal: Error) => (refusal instanceof ApiProblem ? refusal.byField : {});
