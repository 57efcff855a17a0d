import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
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
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (password !== "") onPassword(password);
    else field.current?.focus();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{words}</Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          autoFocus
          ref={field}
          error={asked && password === "" ? "Enter your password." : null}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show password" }}
        />
        <FormProblem error={asking.error} />
        <Group>
          <Button type="submit" loading={asking.isPending} {...(danger ? { color: "red.9" } : {})}>
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
