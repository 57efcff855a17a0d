import { Stack, Switch, TextInput } from "@mantine/core";
import type { WebhookEndpoint } from "../api/types.ts";
import { UrlInput } from "../components/address-inputs.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { EventChoice } from "./event-choice.tsx";
import type { EventName } from "./events.ts";
import { HeaderFields, type HeaderRow, headersOf } from "./header-fields.tsx";

/** What an owner sets. */
interface EndpointValues {
  name: string;
  url: string;
  events: EventName[];
  include_secrets: boolean;
  headers: HeaderRow[] | null;
}

/** The form of a new endpoint, or of one that exists. */
export function useEndpointForm(endpoint: WebhookEndpoint | null, refusal: Error | null) {
  const initialValues: EndpointValues = {
    name: endpoint?.name ?? "",
    url: endpoint?.url ?? "",
    events: (endpoint?.events ?? ["order.created"]) as EventName[],
    include_secrets: endpoint?.include_secrets ?? false,
    headers: null,
  };
  return useServerForm({ initialValues }, { refusal });
}

/** What v3 takes. */
export const sentOf = ({ url, headers, ...values }: EndpointValues) => ({
  ...values,
  url: url.trim(),
  headers: headersOf(headers),
});

interface EndpointFieldsProps {
  form: ReturnType<typeof useEndpointForm>["form"];
  refusal: Error | null;
  /** Names of the headers that the endpoint has. */
  headerNames: string[];
}

export function EndpointFields({ form, refusal, headerNames }: EndpointFieldsProps) {
  const events = form.getInputProps("events");
  return (
    <Stack>
      <TextInput label="Name" description="What you call it." maxLength={100} {...form.getInputProps("name")} />
      <UrlInput
        label="Address"
        description="Where events are sent. It must begin with https."
        placeholder="https://example.com/webhooks"
        required
        {...form.getInputProps("url")}
      />
      <EventChoice value={form.values.events} onChange={events.onChange} error={events.error} />
      <Switch
        label="Include license keys and links"
        description="They are your customers' secrets. Send them only to systems that need them."
        {...form.getInputProps("include_secrets", { type: "checkbox" })}
      />
      <HeaderFields
        rows={form.values.headers}
        onChange={(rows) => form.setFieldValue("headers", rows)}
        names={headerNames}
        error={form.errors.headers}
      />
      <FormProblem error={refusal} fields={["name", "url", "events", "include_secrets", "headers"]} />
    </Stack>
  );
}
