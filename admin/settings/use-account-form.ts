import { type FormEvent, useState } from "react";
import { useChangeAccount } from "../api/account.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { AccountChanges } from "../api/types.ts";
import { showDone } from "../components/notify.tsx";
import { useUnsaved } from "../components/unsaved.tsx";

interface AccountForm<Values> {
  /** The fields' values as the account has them now. */
  saved: Values;
  /** Values as v3 takes them; only those that differ from the saved ones are sent. */
  changesOf: (values: Values) => AccountChanges;
  /** What is wrong with what was typed, by field; nothing is sent while there is something. */
  problemsOf?: (edits: Partial<Values>) => Record<string, string>;
  /** Said once it is saved. */
  done: string;
}

/**
 * A form over some of the account's settings: its values, what is wrong with them, and saving. What was typed stays
 * until it is saved or discarded; the other fields follow what others save meanwhile, and are not sent.
 */
export function useAccountForm<Values extends object>({ saved, changesOf, problemsOf, done }: AccountForm<Values>) {
  const [edits, setEdits] = useState<Partial<Values>>({});
  const [tried, setTried] = useState(false);
  const { canManage } = useRights();
  const saving = useChangeAccount();
  const values: Values = { ...saved, ...edits };
  const problems = problemsOf?.(differing(edits, saved)) ?? {};
  const refused = saving.error instanceof ApiProblem ? saving.error.byField : {};
  const wrong: Record<string, string | undefined> = tried ? { ...refused, ...problems } : refused;
  const changed = Object.keys(differing(edits, saved)).length > 0;
  const { form } = useUnsaved(changed);
  const set = (change: Partial<Values>) => setEdits((now) => differing({ ...now, ...change }, saved));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    saving.mutate(differing(changesOf(values), changesOf(saved)), {
      onSuccess: () => {
        setTried(false);
        // What was typed while it was being saved stays.
        setEdits((now) => differing(now, values));
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
      setEdits({});
      setTried(false);
      saving.reset();
    },
    /** The properties of the form element. */
    element: { ref: form, onSubmit: submit, noValidate: true },
  };
}

/** The values that are not the same as before. */
function differing<Values extends object>(values: Values, before: Partial<Values>): Partial<Values> {
  const entries = Object.entries(values).filter(([name, value]) => value !== before[name as keyof Values]);
  return Object.fromEntries(entries) as Partial<Values>;
}
