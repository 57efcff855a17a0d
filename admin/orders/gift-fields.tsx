import { Checkbox, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { EmailInput } from "../components/address-inputs.tsx";
import type { GiftDraft } from "./gift-draft.ts";

interface GiftFieldsProps {
  isGift: boolean;
  /** The form's `getInputProps`. */
  input: (name: keyof GiftDraft, options?: { type: "checkbox" }) => object;
}

/** Whether the order is a gift, and for whom, with what words, and when. */
export function GiftFields({ isGift, input }: GiftFieldsProps) {
  return (
    <Stack>
      <Checkbox
        label="This order is a gift"
        description="The recipient gets the email with the links, and the customer a confirmation without them."
        {...input("gift", { type: "checkbox" })}
      />
      {isGift && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <EmailInput label="Recipient's email" autoComplete="off" required {...input("recipient_email")} />
            <TextInput label="Recipient's name" autoComplete="off" {...input("recipient_name")} />
          </SimpleGrid>
          <Textarea
            label="Message"
            description="In the email and on the order's page, from the customer to the recipient."
            autosize
            minRows={2}
            maxRows={10}
            {...input("gift_message")}
          />
          <TextInput
            label="Deliver on"
            type="datetime-local"
            description="In your time zone. The links work from then on. Leave empty to deliver at once."
            {...input("deliver_at")}
          />
        </>
      )}
    </Stack>
  );
}
