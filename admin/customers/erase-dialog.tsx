import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { eraseCustomer, useCustomerAction } from "../api/customers.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { isolated } from "../components/format.ts";
import { showDone } from "../components/notify.tsx";
import { readableAddress } from "../components/readable-address.ts";

interface DialogProps {
  email: string;
  /** What is erased, and what stays. */
  words: string;
  opened: boolean;
  onClose: () => void;
}

/** Erases the customer once the address was typed. */
export function EraseDialog({ opened, ...question }: DialogProps) {
  const { onClose } = question;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Erase this customer?"
      centered
      size={480}
      closeButtonProps={{ "aria-label": "Cancel" }}
    >
      <Question {...question} />
    </Modal>
  );
}

function Question({ email, words, onClose }: Omit<DialogProps, "opened">) {
  const navigate = useNavigate();
  const erasing = useCustomerAction(eraseCustomer);
  const [typed, setTyped] = useState("");
  const shown = readableAddress(email);
  const isSure = readableAddress(typed.trim()).toLowerCase() === shown.toLowerCase();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSure) return;
    erasing.mutate(email, {
      onSuccess: () => showDone("The customer was erased."),
      onSuccessIfMounted: () => navigate("/admin/customers", { replace: true }),
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{words}</Text>
        <TextInput
          label={`Type “${isolated(shown)}” to confirm`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <FormProblem error={erasing.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.9" disabled={!isSure} loading={erasing.isPending}>
            Erase customer
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
