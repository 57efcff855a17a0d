import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FormProblem } from "../components/form-problem.tsx";

interface PasswordPromptProps {
  /** Explains the action. */
  words: string;
  submitLabel: string;
  danger?: boolean;
  asking: { isPending: boolean; error: unknown };
  onPassword: (password: string) => void;
  onCancel: () => void;
}

/** Asks for the password before a sensitive action. */
export function PasswordPrompt({
  words,
  submitLabel,
  danger = false,
  asking,
  onPassword,
  onCancel,
}: PasswordPromptProps) {
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{words}</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show password" }}
        />
        <FormProblem error={asking.error} />
        <Group>
          <Button type="submit" loading={asking.isPending} {...(danger ? { color: "red" } : {})}>
            {submitLabel}
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
