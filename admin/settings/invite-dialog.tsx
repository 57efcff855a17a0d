import { Modal, Radio, Stack, TextInput } from "@mantine/core";
import { useInvite } from "../api/members.ts";
import { type Role, useSendsEmail } from "../api/session.ts";
import { EmailInput } from "../components/address-inputs.tsx";
import { onItsWay } from "../components/email-words.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { closeDialog } from "../components/unsaved.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { roles } from "./roles.ts";

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Called with the link if no mail server sends it. */
  onLink: (link: { email: string; url: string }) => void;
}

/** Invites a person by email. */
export function InviteDialog({ opened, onClose, onLink }: InviteDialogProps) {
  return (
    <Modal opened={opened} onClose={() => closeDialog(onClose)} title="Invite a person" centered>
      <Form onClose={onClose} onLink={onLink} />
    </Modal>
  );
}

function Form({ onClose, onLink }: Omit<InviteDialogProps, "opened">) {
  const inviting = useInvite();
  const sendsEmail = useSendsEmail();
  const { form, element, forget } = useServerForm(
    { initialValues: { email: "", name: "", role: "staff" as Role } },
    { refusal: inviting.error, inDialog: true },
  );
  const invite = ({ email, name, role }: typeof form.values) => {
    const member = { email: email.trim(), role, ...(name.trim() === "" ? {} : { name: name.trim() }) };
    inviting.mutate(member, {
      onSuccess: ({ member: { invitation_url: url } }) => {
        if (url) onLink({ email: member.email, url });
        else showDone(`${member.email} was invited. ${onItsWay(member.email, sendsEmail)}`);
      },
      onSuccessIfMounted: () => {
        forget();
        onClose();
      },
    });
  };
  return (
    <form {...element(invite)}>
      <Stack>
        <EmailInput label="Email" required data-autofocus {...form.getInputProps("email")} />
        <TextInput label="Name" {...form.getInputProps("name")} />
        <Radio.Group label="Role" {...form.getInputProps("role")}>
          <Stack gap="xs" mt={6}>
            {roles.map(({ value, label, words }) => (
              <Radio key={value} value={value} label={label} description={words} />
            ))}
          </Stack>
        </Radio.Group>
        <FormProblem error={inviting.error} fields={["email", "name"]} />
        <FormButtons submitLabel="Invite" busy={inviting.isPending} cancel={() => closeDialog(onClose)} />
      </Stack>
    </form>
  );
}
