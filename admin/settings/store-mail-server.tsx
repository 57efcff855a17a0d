import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useRemoveMailServer } from "../api/mail-settings.ts";
import type { Answer } from "../api/types.ts";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { MailServerForm, securityWords } from "./mail-server-form.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";

type Settings = Answer<"GET /mail_settings">["mail_settings"];

/** The store's own mail server: set up, changed, removed. */
export function StoreMailServer({ settings }: { settings: Settings }) {
  const [task, setTask] = useState<"change" | "remove" | null>(null);
  const { host } = settings;
  const close = () => setTask(null);
  return (
    <Section
      title="Your own mail server"
      actions={
        <Badge variant="light" color={host === null ? "gray" : "teal"}>
          {host === null ? "Not set up" : "In use"}
        </Badge>
      }
    >
      <Stack>
        <Text style={{ overflowWrap: "anywhere" }}>{stateWords(settings)}</Text>
        {task === null && (
          <Group>
            <Button variant={host === null ? "filled" : "default"} onClick={() => setTask("change")}>
              {host === null ? "Set up" : "Change"}
            </Button>
            {host !== null && (
              <Button variant="subtle" color="red" onClick={() => setTask("remove")}>
                Remove…
              </Button>
            )}
          </Group>
        )}
        {task === "change" && <MailServerForm settings={settings} onClose={close} />}
        {task === "remove" && <Removal settings={settings} onClose={close} />}
      </Stack>
    </Section>
  );
}

function stateWords({ host, port, security, user, from, server_host, sender }: Settings): string {
  if (host !== null && security !== null) {
    const signIn = user === null ? "without signing in" : `as ${user}`;
    return `Emails to your customers come from ${from}. They go by ${host}, port ${port}, ${signIn}. Encryption: ${securityWords[security]}.`;
  }
  return server_host === null
    ? "Emails to your customers are kept here, not sent. With a mail server of your own, they are sent from your address."
    : `Emails to your customers come from ${sender}. With a mail server of your own, they come from your address.`;
}

function Removal({ settings: { server_host }, onClose }: { settings: Settings; onClose: () => void }) {
  const removing = useRemoveMailServer();
  const remove = (password: string) =>
    removing.mutate(password, {
      onSuccess: () => showDone("Your mail server was removed."),
      onSuccessIfMounted: onClose,
    });
  return (
    <PasswordPrompt
      words={
        server_host === null
          ? "Emails to your customers are then kept here, not sent."
          : "Emails to your customers then go by the mail server of this installation."
      }
      submitLabel="Remove mail server"
      danger
      asking={removing}
      onPassword={remove}
      onCancel={onClose}
    />
  );
}
