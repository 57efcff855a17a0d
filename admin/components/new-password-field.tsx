import { PasswordInput } from "@mantine/core";

/** Characters, as the sign-in service requires. */
const shortest = 8;
const longest = 128;

/** The problem with a password; null for none. */
export function newPasswordProblem(password: string): string | null {
  if (password.length < shortest) return `Use at least ${shortest} characters.`;
  return password.length > longest ? `Use at most ${longest} characters.` : null;
}

interface NewPasswordFieldProps {
  value: string;
  onChange: (password: string) => void;
  error: string | null;
  autoFocus?: boolean;
}

/** A field for a new password. It is typed once, as it can be shown. */
export function NewPasswordField({ value, onChange, error, autoFocus = false }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label="New password"
      description={`At least ${shortest} characters. A few words in a row are easy to remember and hard to guess.`}
      autoComplete="new-password"
      required
      autoFocus={autoFocus}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      visibilityToggleButtonProps={{ "aria-label": "Show password" }}
    />
  );
}
