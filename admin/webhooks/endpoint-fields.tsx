import { Stack, Switch, TextInput } from "@mantine/core";
import type { WebhookEndpoint } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { EventChoice } from "./event-choice.tsx";
import type { EventName } from "./events.ts";

/** What an owner sets. */
interface EndpointValues {
  url: string;
  events: EventName[];
  include_secrets: boolean;
}

/** The form of a new endpoint, or of one that exists. */
export function useEndpointForm(endpoint: WebhookEndpoint | null, refusal: Error | null) {
  const initialValues: EndpointValues = {
    url: endpoint?.url ?? "",
    events: (endpoint?.events ?? ["order.created"]) as EventName[],
    include_secrets: endpoint?.include_secrets ?? false,
  };
  return useServerForm({ initialValues }, { refusal });
}

interface EndpointFieldsProps {
  form: ReturnType<typeof useEndpointForm>["form"];
  refusal: Error | null;
}

export function EndpointFields({ form, refusal }: EndpointFieldsProps) {
  const events = form.getInputProps("events");
  return (
    <Stack>
      <TextInput
        label="Address"
        description="Where events are sent. It must begin with https."
        placeholder="https://example.com/webhooks"
        type="url"
        required
        {...form.getInputProps("url")}
      />
      <EventChoice value={form.values.events} onChange={events.onChange} error={events.error} />
      <Switch
        label="Include license keys and links"
        description="They are secrets of your customers. Only for systems that need them."
        {...form.getInputProps("include_secrets", { type: "checkbox" })}
      />
      <FormProblem error={refusal} fields={["url", "events", "include_secrets"]} />
    </Stack>
  );
}
