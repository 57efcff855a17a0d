import { Button, Group, MultiSelect, Stack, Text, TextInput } from "@mantine/core";
import type { WebhookEndpoint } from "../api/types.ts";
import { useReplay } from "../api/webhooks.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { type EventName, eventGroups } from "./events.ts";

const kinds = eventGroups.map(({ title, family, events }) => ({
  group: title,
  items: [family, ...Object.keys(events)],
}));

/** Sends what was recorded since a day again. */
export function Replay({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const replaying = useReplay(id);
  const { form, element } = useServerForm(
    { initialValues: { since: "", events: [] as EventName[] } },
    { refusal: replaying.error },
  );
  const send = ({ since, events }: typeof form.values) =>
    replaying.mutate(
      { since: `${since}T00:00:00+00:00`, events: events.length > 0 ? events : undefined },
      {
        onSuccess: (queued) => {
          showDone(queued === 1 ? "1 event is sent again." : `${queued} events are sent again.`);
          form.reset();
        },
      },
    );
  return (
    <Section title="Send recorded events again">
      <form {...element(send)}>
        <Stack>
          <Text size="sm" c="dimmed">
            For a system that is new or lost its data. Events that an endpoint of your store got are recorded for 90
            days, and sent oldest first.
          </Text>
          <Group align="start">
            <TextInput type="date" label="From (UTC)" required w={180} {...form.getInputProps("since")} />
            <MultiSelect
              label="Only these events"
              placeholder={form.values.events.length === 0 ? "Those of this endpoint" : undefined}
              data={kinds}
              searchable
              flex="1 1 260px"
              {...form.getInputProps("events")}
            />
          </Group>
          <FormProblem error={replaying.error} fields={["since", "events"]} />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={replaying.isPending} disabled={form.values.since === ""}>
              Send again
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
