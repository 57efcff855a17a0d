import { Alert, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useKeepMailServer } from "../api/mail-settings.ts";
import { useSession } from "../api/session.ts";
import type { Answer, NewMailSettings } from "../api/types.ts";
import { EmailInput } from "../components/address-inputs.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { useServerForm } from "../components/use-server-form.ts";

type Security = NewMailSettings["security"];

export const securityWords: Record<Security, string> = {
  starttls: "STARTTLS",
  tls: "TLS from the start",
  none: "None",
};

/** Each with the encryption that servers expect there. */
const ports: { port: string; security: Security }[] = [
  { port: "587", security: "starttls" },
  { port: "465", security: "tls" },
  { port: "2525", security: "starttls" },
  { port: "25", security: "starttls" },
];

const fields = ["host", "port", "security", "user", "password", "from", "current_password"] as const;

const filled = (problem: string) => (typed: string) => (typed.trim() === "" ? problem : null);

/** Asks for the store's own mail server, and for the person's password. */
export function MailServerForm({
  settings: { host, port, security, user, from },
  onClose,
}: {
  settings: Answer<"GET /mail_settings">["mail_settings"];
  onClose: () => void;
}) {
  const { data: session } = useSession();
  const keeping = useKeepMailServer();
  const { form, element, forget } = useServerForm(
    {
      initialValues: {
        host: host ?? "",
        port: String(port ?? 587),
        security: security ?? ("starttls" as Security),
        user: user ?? "",
        password: "",
        from: from ?? "",
        current_password: "",
      },
      validate: {
        host: filled("Enter the server's name."),
        from: filled("Enter the address that emails come from."),
        current_password: filled("Enter your password."),
      },
    },
    { refusal: keeping.error },
  );
  const save = ({ port, user, password, ...values }: typeof form.values) =>
    keeping.mutate(
      { ...values, port: Number(port), user: user.trim() || null, ...(password !== "" && { password }) },
      {
        onSuccess: () => showDone("Your mail server is in use."),
        onSuccessIfMounted: () => {
          forget();
          onClose();
        },
      },
    );
  const choosePort = (chosen: string) => {
    form.setFieldValue("port", chosen);
    const usual = ports.find(({ port }) => port === chosen);
    if (usual && form.values.security !== "none") form.setFieldValue("security", usual.security);
  };
  return (
    <form {...element(save)}>
      <Stack maw={560}>
        <TextInput
          label="Server"
          description="Your mail service names it, for example smtp.example.com."
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps("host")}
        />
        <Group grow align="flex-start">
          <NativeSelect
            label="Port"
            data={ports.map(({ port }) => port)}
            {...form.getInputProps("port")}
            onChange={({ currentTarget }) => choosePort(currentTarget.value)}
          />
          <NativeSelect
            label="Encryption"
            data={Object.entries(securityWords).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps("security")}
          />
        </Group>
        {form.values.security === "none" && (
          <Alert color="orange">Without encryption, others can read the password and the emails on their way.</Alert>
        )}
        <TextInput
          label="User"
          description="Leave it empty for a server that asks nobody to sign in."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps("user")}
        />
        <PasswordInput
          label="Password of the mail server"
          description={user === null ? undefined : "Leave it empty to keep the one before."}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": "Show password of the mail server" }}
          {...form.getInputProps("password")}
        />
        <EmailInput
          label="Sender"
          description="Emails to your customers come from this address."
          required
          autoComplete="off"
          {...form.getInputProps("from")}
        />
        <PasswordInput
          label="Your password"
          description="With which you sign in here. It confirms that it is you."
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ "aria-label": "Show your password" }}
          {...form.getInputProps("current_password")}
        />
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          First, a test email goes to {readableAddress(session?.user?.email ?? "")}. Nothing changes unless the server
          accepts it.
        </Text>
        <FormProblem error={keeping.error} fields={fields} />
        <FormButtons submitLabel="Send test email and use it" busy={keeping.isPending} cancel={onClose} />
      </Stack>
    </form>
  );
}
