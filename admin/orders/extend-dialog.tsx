import { Modal, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { type ExpirationChoice, expirationProblem, inAWeek } from "./expiration.ts";
import { ExpirationFields } from "./expiration-fields.tsx";

const options: { value: ExpirationChoice["kind"]; label: string }[] = [
  { value: "days", label: "By days" },
  { value: "date", label: "To a date" },
  { value: "never", label: "For good" },
];

interface ExtendDialogProps {
  title: string;
  opened: boolean;
  onClose: () => void;
  onExtend: (choice: ExpirationChoice) => void;
  busy?: boolean;
  error?: unknown;
}

/** Asks until when links are to work. */
export function ExtendDialog({ title, opened, ...form }: ExtendDialogProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title} centered closeButtonProps={{ "aria-label": "Close" }}>
      <Form {...form} />
    </Modal>
  );
}

function Form({ onClose, onExtend, busy = false, error }: Omit<ExtendDialogProps, "title" | "opened">) {
  const [choice, setChoice] = useState<ExpirationChoice>(() => ({ kind: "days", days: 7, date: inAWeek() }));
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = expirationProblem(choice);
    setProblem(found);
    if (!found) onExtend(choice);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ExpirationFields
          label="Let the links work"
          options={options}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            setProblem(null);
          }}
          error={problem}
        />
        <FormProblem error={error} />
        <FormButtons act="Extend" busy={busy} cancel={onClose} />
      </Stack>
    </form>
  );
}
