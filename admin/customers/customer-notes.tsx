import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { changeCustomer, useCustomerAction } from "../api/customers.ts";
import { useRights } from "../api/session.ts";
import type { Customer } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useServerForm } from "../components/use-server-form.ts";

/** What the store notes about the customer. */
export function CustomerNotes({ customer }: { customer: Customer }) {
  const { canChange } = useRights();
  return (
    <Section title="Notes">
      {canChange ? (
        <Form customer={customer} />
      ) : (
        <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {customer.notes ?? "No notes."}
        </Text>
      )}
    </Section>
  );
}

function Form({ customer: { email, notes } }: { customer: Customer }) {
  const saving = useCustomerAction((text: string) => changeCustomer(email, { notes: text }));
  const { form, element } = useServerForm({ initialValues: { notes: notes ?? "" } }, { refusal: saving.error });
  const save = ({ notes: text }: { notes: string }) =>
    saving.mutate(text, {
      onSuccess: () => {
        form.resetDirty({ notes: text });
        showDone("The notes were saved.");
      },
    });
  return (
    <form {...element(save)}>
      <Stack>
        <FormProblem error={saving.error} fields={["notes"]} />
        <Textarea
          aria-label="Notes"
          description="Only members of your store see them."
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps("notes")}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={saving.isPending}>
            Save notes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
