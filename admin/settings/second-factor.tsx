import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useEndSecondFactor, useNewBackupCodes } from "../api/second-factor.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { BackupCodes } from "./backup-codes.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";
import { SecondFactorSetUp } from "./second-factor-set-up.tsx";

/** Two-factor authentication: set up, create new backup codes, turn off. */
export function SecondFactor({ enabled }: { enabled: boolean }) {
  const [task, setTask] = useState<"set-up" | "codes" | "end" | null>(null);
  const close = () => setTask(null);
  return (
    <Section
      title="Two-factor authentication"
      actions={
        <Badge variant="light" color={enabled ? "teal" : "gray"}>
          {enabled ? "On" : "Off"}
        </Badge>
      }
    >
      <Stack>
        <Text c="dimmed">
          {enabled
            ? "Signing in requires your password and a code from your authenticator app."
            : "Sign in with your password and a code from an app on your phone. A stolen password alone is then not enough."}
        </Text>
        {task === null && !enabled && (
          <Group>
            <Button onClick={() => setTask("set-up")}>Set up</Button>
          </Group>
        )}
        {task === null && enabled && (
          <Group>
            <Button variant="default" onClick={() => setTask("codes")}>
              Create new backup codes…
            </Button>
            <Button variant="subtle" color="red" onClick={() => setTask("end")}>
              Turn off…
            </Button>
          </Group>
        )}
        {task === "set-up" && <SecondFactorSetUp onClose={close} />}
        {task === "codes" && <NewCodes onClose={close} />}
        {task === "end" && <End onClose={close} />}
      </Stack>
    </Section>
  );
}

function NewCodes({ onClose }: { onClose: () => void }) {
  const making = useNewBackupCodes();
  if (making.data) return <BackupCodes codes={making.data} onClose={onClose} />;
  return (
    <PasswordPrompt
      words="Your current backup codes stop working."
      submitLabel="Create codes"
      asking={making}
      onPassword={(password) => making.mutate(password)}
      onCancel={onClose}
    />
  );
}

function End({ onClose }: { onClose: () => void }) {
  const ending = useEndSecondFactor();
  const end = (password: string) =>
    ending.mutate(password, {
      onSuccess: () => showDone("Two-factor authentication is off."),
      onSuccessIfMounted: onClose,
    });
  return (
    <PasswordPrompt
      words="Your password alone will be enough to sign in."
      submitLabel="Turn off"
      danger
      asking={ending}
      onPassword={end}
      onCancel={onClose}
    />
  );
}
