import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { verifyCode } from "../api/sign-in.ts";
import { useAction } from "../api/use-action.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { Frame } from "./frame.tsx";

interface SecondFactorStepProps {
  onDone: () => unknown;
  /** Back to the first step. */
  onBack: () => void;
}

const kinds = {
  totp: {
    words: "Enter the code from your authenticator app.",
    label: "6-digit code",
    other: "Use a backup code instead",
  },
  "backup-code": {
    words: "Enter one of your backup codes. Each works once.",
    label: "Backup code",
    other: "Use the authenticator app instead",
  },
} as const;

/** Asks for the two-factor code. */
export function SecondFactorStep({ onDone, onBack }: SecondFactorStepProps) {
  const [kind, setKind] = useState<keyof typeof kinds>("totp");
  const [code, setCode] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const verifying = useAction({
    mutationFn: (text: string) => verifyCode(kind, text),
    onSuccess: onDone,
    // Selects the wrong code, so that typing replaces it.
    onError: () => field.current?.select(),
  });
  const { words, label, other } = kinds[kind];
  const change = (next: string) => {
    setCode(next);
    // A 6-digit code is sent as soon as it is complete.
    const typed = next.replace(/\s/g, "");
    if (kind === "totp" && /^\d{6}$/.test(typed) && !verifying.isPending) verifying.mutate(typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!verifying.isPending) verifying.mutate(code.replace(/\s/g, ""));
  };
  const switchKind = () => {
    setKind(kind === "totp" ? "backup-code" : "totp");
    setCode("");
    verifying.reset();
  };
  return (
    <Frame title="Two-factor authentication" words={words}>
      <form onSubmit={submit}>
        <Stack>
          <FormProblem error={verifying.error} />
          <TextInput
            key={kind}
            ref={field}
            label={label}
            autoComplete="one-time-code"
            inputMode={kind === "totp" ? "numeric" : "text"}
            required
            autoFocus
            value={code}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Button type="submit" size="md" loading={verifying.isPending}>
            Continue
          </Button>
          <Button variant="subtle" onClick={switchKind}>
            {other}
          </Button>
          <Button variant="subtle" color="gray" onClick={onBack}>
            Back to sign-in
          </Button>
        </Stack>
      </form>
    </Frame>
  );
}
