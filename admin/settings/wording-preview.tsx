import { Alert, Button, Code, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { ApiProblem } from "../api/request.ts";
import type { Wording } from "../api/types.ts";
import { useSendPreview, type useWordingPreview, type WordingName } from "../api/wording.ts";
import { EmailFrame } from "../components/email-frame.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { errorWords } from "../components/notify.tsx";
import { MailOutcome } from "./mail-test.tsx";

interface WordingPreviewProps {
  name: WordingName;
  format: Wording["format"];
  /** The text as it stands in the editor. */
  source: string;
  preview: ReturnType<typeof useWordingPreview>;
  /** Order ID; empty for the latest order. */
  order: string;
  onOrder: (order: string) => void;
}

/** The text rendered for a real order. */
export function WordingPreview({ name, format, source, preview, order, onOrder }: WordingPreviewProps) {
  const { error } = preview;
  // Keeps the last good preview while the text has an error.
  const [good, setGood] = useState(preview.data);
  if (preview.data && preview.data !== good) setGood(preview.data);
  const data = preview.data ?? good;
  const noOrder = error instanceof ApiProblem && error.status === 404;
  const aboutText = error instanceof ApiProblem && error.errors.length > 0;
  return (
    <Stack component="section" aria-label="Preview" gap="sm">
      <Group justify="space-between" align="flex-end">
        <Title order={2}>Preview</Title>
        <TextInput
          label="Order"
          placeholder="Latest order"
          size="xs"
          w={140}
          value={order}
          onChange={(event) => onOrder(event.currentTarget.value)}
          error={noOrder ? "Order not found." : undefined}
        />
      </Group>
      {error && !noOrder && !aboutText && <Alert color="red">{errorWords(error)}</Alert>}
      {data && (
        <Stack gap="xs" aria-live="polite">
          <Shown name={name} format={format} text={data[name]} />
          <Text size="sm" c="dimmed">
            {data.order_id === null ? "Shown with a sample order." : `Shown with order ${data.order_id}.`}
            {error && " This is the last version without an error."}
          </Text>
        </Stack>
      )}
      {!name.startsWith("page_") && <SendToMe name={name} source={source} order={order} />}
    </Stack>
  );
}

/** Sends the email with this text to the signed-in person. */
function SendToMe({ name, source, order }: { name: WordingName; source: string; order: string }) {
  const sending = useSendPreview(name);
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="xs"
        loading={sending.isPending}
        onClick={() => sending.mutate({ source, orderId: order.trim() })}
      >
        Send to me
      </Button>
      <FormProblem error={sending.error} />
      {sending.data && <MailOutcome test={sending.data} />}
    </Stack>
  );
}

function Shown({ name, format, text }: { name: WordingName; format: Wording["format"]; text: string }) {
  if (text === "") return <Text c="dimmed">Customers see nothing here.</Text>;
  if (format === "html") {
    return (
      <Paper withBorder style={{ overflow: "hidden" }}>
        <EmailFrame title="Email as the customer sees it" sandbox="" html={text} />
      </Paper>
    );
  }
  if (format === "text" && !name.startsWith("page_")) {
    return (
      <Code block tabIndex={0} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Code>
    );
  }
  return (
    <Paper withBorder p="md">
      <Text style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{text}</Text>
    </Paper>
  );
}
