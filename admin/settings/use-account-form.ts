import { type FormEvent, useState } from "react";
import { useChangeAccount } from "../api/account.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { AccountChanges } from "../api/types.ts";
import { showDone } from "../components/notify.tsx";
import { useUnsaved } from "../components/unsaved.tsx";

interface AccountForm<Values> {
  /** What the fields begin with. */
  initial: Values;
  /** What v3 is sent; called only with values that differ from `initial`. */
  changesOf: (values: Values) => AccountChanges;
  /** Said once it is saved. */
  done: string;
}

/** A form over some of the account's settings: its values, what is wrong with them, and saving. */
export function useAccountForm<Values extends object>({ initial, changesOf, done }: AccountForm<Values>) {
  const [before, setBefore] = useState(initial);
  const [values, setValues] = useState(initial);
  const { canManage } = useRights();
  const saving = useChangeAccount();
  const wrong = saving.error instanceof ApiProblem ? saving.error.byField : {};
  const changed = JSON.stringify(values) !== JSON.stringify(before);
  const ref = useUnsaved(changed);
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(changesOf(values), {
      onSuccess: () => {
        setBefore(values);
        showDone(done);
      },
    });
  };
  return {
    values,
    set,
    /** The properties of the text field of this name. */
    text: (name: keyof Values & string) => ({
      value: String(values[name] ?? ""),
      onChange: (event: { currentTarget: { value: string } }) =>
        set({ [name]: event.currentTarget.value } as Partial<Values>),
      error: wrong[name],
      readOnly: !canManage,
    }),
    wrong,
    canManage,
    changed,
    saving: saving.isPending,
    error: saving.error,
    reset: () => {
      setValues(before);
      saving.reset();
    },
    /** The properties of the form element. */
    element: { ref, onSubmit: submit, noValidate: true },
  };
}
