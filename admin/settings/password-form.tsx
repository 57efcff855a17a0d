import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changePassword } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { NewPasswordField, newPasswordProblem } from "../components/new-password-field.tsx";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useUnsaved } from "../components/unsaved.tsx";

/** Changes the password and signs out everywhere else. */
export function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [asked, setAsked] = useState(false);
  const { form } = useUnsaved(current !== "" || next !== "", { asks: false });
  const queries = useQueryClient();
  const changing = useAction({ mutationFn: changePassword });
  const problem = newPasswordProblem(next);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problem) return;
    changing.mutate(
      { currentPassword: current, newPassword: next },
      {
        onSuccess: () => {
          setCurrent("");
          setNext("");
          setAsked(false);
          showDone("Password changed. You were signed out everywhere else.");
          return queries.invalidateQueries({ queryKey: ["active-sessions"] });
        },
      },
    );
  };
  return (
    <Section title="Password">
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          {/* Tells password managers the user name. */}
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
            visibilityToggleButtonProps={{ "aria-label": "Show current password" }}
          />
          <NewPasswordField value={next} onChange={setNext} error={asked ? problem : null} />
          <FormProblem error={changing.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={changing.isPending} disabled={current === "" || next === ""}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
