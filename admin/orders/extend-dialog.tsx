import { Alert, Modal, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { FormButtons } from "../components/form-buttons.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { moment, number } from "../components/format.ts";
import {
  type Ending,
  type ExpirationChoice,
  expirationProblem,
  inAWeek,
  isEarlier,
  waitingWords,
} from "./expiration.ts";
import { ExpirationFields } from "./expiration-fields.tsx";
import { extendedWords } from "./extended-words.ts";

const options: { value: ExpirationChoice["kind"]; label: string }[] = [
  { value: "days", label: "Add days" },
  { value: "date", label: "Set a date" },
  { value: "never", label: "Never expire" },
];

interface ExtendDialogProps {
  title: string;
  /** A single order; absent for many. */
  order?: Ending;
  /** Many orders. */
  orders?: Ending[];
  /** How many of the orders asked for a renewal; null if that is not known. */
  asking?: number | null;
  opened: boolean;
  onClose: () => void;
  onExtend: (choice: ExpirationChoice) => void;
  busy?: boolean;
  error?: unknown;
}

/** Asks for a new expiry date. */
export function ExtendDialog({ title, opened, ...form }: ExtendDialogProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={title} centered>
      <Form {...form} />
    </Modal>
  );
}

function Form({
  order,
  orders,
  asking = 0,
  onClose,
  onExtend,
  busy = false,
  error,
}: Omit<ExtendDialogProps, "title" | "opened">) {
  const end = order?.expiration_date;
  const [choice, setChoice] = useState<ExpirationChoice>(() => ({ kind: "days", days: 7, date: inAWeek(end) }));
  const [problem, setProblem] = useState<string | null>(null);
  const cutsShort =
    order !== undefined && end !== undefined && expirationProblem(choice) === null && isEarlier(choice, end);
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
          label="Expiry date"
          options={options}
          value={choice}
          onChange={(next) => {
            setChoice(next);
            setProblem(null);
          }}
          error={problem}
        />
        {order?.access_until != null && (
          <Text size="sm">
            Access is paid for until {moment(order.access_until)}. The links end then at the latest: change that date
            with Edit.
          </Text>
        )}
        {cutsShort && <Alert color="yellow">{shortenedWords(order)}</Alert>}
        {!cutsShort && expirationProblem(choice) === null && (
          <Text size="sm" fw={500} aria-live="polite">
            {extendedWords(choice, orders ?? (order ? [order] : []))}
          </Text>
        )}
        {end === undefined && choice.kind === "date" && (
          <Text size="sm" c="dimmed">
            Orders that expire later are not changed.
          </Text>
        )}
        {asking !== 0 && <Text size="sm">{askingWords(asking, order !== undefined)}</Text>}
        <FormProblem error={error} />
        <FormButtons submitLabel={cutsShort ? "Shorten" : "Extend"} busy={busy} cancel={onClose} />
      </Stack>
    </form>
  );
}

/** Extending grants requests, once all downloads of the order work. */
function askingWords(asking: number | null, single: boolean): string {
  if (asking === null) return "Orders that asked for a renewal get an email once all their downloads work again.";
  if (single) return "The customer asked for a renewal, and gets an email once all downloads work again.";
  const who =
    asking === 1 ? "1 of them asked for a renewal and gets" : `${number(asking)} of them asked for a renewal and get`;
  return `${who} an email once all downloads work again.`;
}

function shortenedWords(order: Ending): string {
  const waiting = waitingWords(order);
  if (order.expiration_date !== null) {
    return `The links work until ${moment(order.expiration_date)}. They will expire earlier.`;
  }
  return waiting === null
    ? "The links never expire. This sets an expiry date."
    : `The links work for ${waiting}. This sets an expiry date.`;
}
