import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useOrder } from "../api/orders.ts";
import { ApiProblem } from "../api/request.ts";
import type { Order, SentPreviewInput, WordingPreviewInput } from "../api/types.ts";
import { type usePreview, useSendPreview, type WordingName } from "../api/wording.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { languageNames } from "../components/languages.ts";
import { MailOutcome } from "../components/mail-outcome.tsx";
import { errorWords } from "../components/notify.tsx";
import { orderName } from "../components/order-link.tsx";
import { CustomerPreview, type View } from "./customer-preview.tsx";
import { useLastGood } from "./use-last-good.ts";

interface WordingPreviewProps {
  name: WordingName;
  /** What is shown, as it stands in the editor. */
  input: WordingPreviewInput;
  preview: ReturnType<typeof usePreview>;
  /** Order ID; empty for the latest order. */
  order: string;
  onOrder: (order: string) => void;
}

/** The text where customers read it, for a real order. */
export function WordingPreview({ name, input, preview, order, onOrder }: WordingPreviewProps) {
  const { error } = preview;
  // The last good preview stays while the text has an error.
  const data = useLastGood(preview.data);
  const noOrder = error instanceof ApiProblem && error.status === 404;
  const aboutText = error instanceof ApiProblem && error.errors.length > 0;
  const first: View = name.startsWith("page_") ? "page" : name.endsWith("_text") ? "text" : "email";
  const email = name.startsWith("update_") ? "update" : "delivery";
  return (
    <CustomerPreview
      preview={data}
      first={first}
      email={email}
      problem={error && !noOrder && !aboutText ? errorWords(error) : null}
    >
      {data && (
        <Text size="sm" c="dimmed" role="status">
          Shown with {data.order_id === null ? "a sample order" : <ShownOrder id={data.order_id} />}, in{" "}
          {languageNames[data.locale]}.{error && " This is the last version without an error."}
        </Text>
      )}
      <Group align="flex-start" gap="sm">
        <TextInput
          label="Order"
          placeholder="Latest order"
          w={180}
          value={order}
          onChange={(event) => onOrder(event.currentTarget.value)}
          error={noOrder ? "Order not found." : undefined}
        />
        {!name.startsWith("page_") && <SendToMe input={{ ...input, email }} />}
      </Group>
    </CustomerPreview>
  );
}

/** The order as customers read it: until its name is known, by its ID here. */
function ShownOrder({ id }: { id: Order["id"] }) {
  const { data: order } = useOrder(id);
  return `order ${order ? orderName(order) : id}`;
}

/** Sends the email with this text to the signed-in person. */
function SendToMe({ input }: { input: SentPreviewInput }) {
  const sending = useSendPreview();
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" mt={25} loading={sending.isPending} onClick={() => sending.mutate(input)}>
        Send to me
      </Button>
      <FormProblem error={sending.error} />
      {sending.data && <MailOutcome test={sending.data} />}
    </Stack>
  );
}
