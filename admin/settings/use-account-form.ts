import { type FormEvent, useState } from "react";
import { useChangeAccount } from "../api/account.ts";
import { ApiProblem } from "../api/request.ts";
import { useRights } from "../api/session.ts";
import type { AccountChanges } from "../api/types.ts";
import { showDone } from "../components/notify.tsx";
import { useUnsaved } from "../components/unsaved.tsx";

interface AccountForm<Values> {
  /** The current values of the account. */
  saved: Values;
  /** Converts values for v3. Only changed ones are sent. */
  changesOf: (values: Values) => AccountChanges;
  /** Problems by field. The form is not sent while there are any. */
  problemsOf?: (edits: Partial<Values>) => Record<string, string>;
  /** The success message. */
  done: string;
}

/**
 * State of a form for some account settings. Edits stay until saved or discarded. Unedited fields follow what others
 * save meanwhile, and are not sent.
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
        // Keeps what was typed while saving.
        setEdits((now) => differing(now, values));
        showDone(done);
      },
    });
  };
  return {
    values,
    set,
    /** Props of the text field with this name. */
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
    /** Props of the form element. */
    element: { ref: form, onSubmit: submit, noValidate: true },
  };
}

/** The values that differ from `before`. */
function differing<Values extends object>(values: Values, before: Partial<Values>): Partial<Values> {
  const entries = Object.entries(values).filter(([name, value]) => value !== before[name as keyof Values]);
  return Object.fromEntries(entries) as Partial<Values>;
}
