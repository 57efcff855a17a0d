import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { lazyCode, useLazyCode } from "../api/lazy-code.ts";
import { type NewSecondFactor, useBeginSecondFactor, useConfirmSecondFactor } from "../api/second-factor.ts";
import { Copy } from "../components/copy.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";

/** Loaded separately: few people need it, and only once. */
const qrCode = lazyCode(() => import("./qr-code.tsx"));

/** Steps to turn on two-factor authentication: password, code, backup codes. */
export function SecondFactorSetUp({ onClose }: { onClose: () => void }) {
  const beginning = useBeginSecondFactor();
  const [confirmed, setConfirmed] = useState(false);
  const done = () => {
    onClose();
    showDone("Two-factor authentication is on.");
  };
  if (!beginning.data) {
    return (
      <PasswordPrompt
        words="You need an authenticator app on your phone, such as Aegis, 2FAS or Google Authenticator."
        submitLabel="Continue"
        asking={beginning}
        onPassword={(password) => beginning.mutate(password)}
        onCancel={onClose}
      />
    );
  }
  if (confirmed) return <BackupCodes codes={beginning.data.backupCodes} onClose={done} />;
  return <Confirm factor={beginning.data} onConfirmed={() => setConfirmed(true)} onCancel={onClose} />;
}

/** The key below it does the same, so nothing is lost if it cannot be loaded. */
function Picture({ text }: { text: string }) {
  const { code, error } = useLazyCode(qrCode);
  if (code) return <code.QrCode text={text} label="QR code for the authenticator app" />;
  if (!error) return <Skeleton w={220} h={220} />;
  return (
    <Text size="sm" c="dimmed">
      The QR code could not be loaded. Enter the key below.
    </Text>
  );
}

interface ConfirmProps {
  factor: NewSecondFactor;
  onConfirmed: () => void;
  onCancel: () => void;
}

function Confirm({ factor, onConfirmed, onCancel }: ConfirmProps) {
  const [code, setCode] = useState("");
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const confirming = useConfirmSecondFactor();
  const isEmpty = code.trim() === "";
  const secret = new URL(factor.totpURI).searchParams.get("secret") ?? "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isEmpty) field.current?.focus();
    else confirming.mutate(code.replace(/\s/g, ""), { onSuccess: onConfirmed });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack align="flex-start">
        <Text>Scan this QR code with the app, then enter the code it shows.</Text>
        <Picture text={factor.totpURI} />
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            Can't scan it? Enter this key in the app:
          </Text>
          <Code style={{ overflowWrap: "anywhere" }}>{secret}</Code>
          <Copy value={secret} label="Copy key" />
        </Group>
        <TextInput
          label="6-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          ref={field}
          error={asked && isEmpty ? "Enter the code that the app shows." : null}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <FormProblem error={confirming.error} />
        <Group>
          <Button type="submit" loading={confirming.isPending}>
            Turn on
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
