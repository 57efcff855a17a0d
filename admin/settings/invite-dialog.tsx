import { Modal, Radio, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useInvite } from "../api/members.ts";
import { ApiProblem } from "../api/request.ts";
import { type Role, useSendsEmail } from "../api/session.ts";
import { onItsWay } from "../components/email-words.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { closeDialog, useUnsaved } from "../components/unsaved.tsx";
import { roles } from "./roles.ts";

interface InviteDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Invites a person by email. */
export function InviteDialog({ opened, onClose }: InviteDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={() => closeDialog(onClose)}
      title="Invite a person"
      centered
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Form onClose={onClose} />
    </Modal>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("staff");
  const { forget } = useUnsaved(email !== "" || name !== "", { inDialog: true });
  const inviting = useInvite();
  const sendsEmail = useSendsEmail();
  const wrong = inviting.error instanceof ApiProblem ? inviting.error.byField : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const member = { email: email.trim(), role, ...(name.trim() === "" ? {} : { name: name.trim() }) };
    inviting.mutate(member, {
      onSuccess: () => showDone(`${member.email} was invited. ${onItsWay(member.email, sendsEmail)}`),
      onSuccessIfMounted: () => {
        forget();
        onClose();
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          required
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={wrong.email}
        />
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={wrong.name}
        />
        <Radio.Group label="Role" value={role} onChange={(value) => setRole(value as Role)}>
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
