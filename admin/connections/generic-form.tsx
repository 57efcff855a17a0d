import { Autocomplete, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useChangeConnection, useConnectionEvent, useConnectionEvents } from "../api/connections.ts";
import type { Connection } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { pathsIn } from "./paths.ts";

type Generic = NonNullable<Connection["generic"]>;

const signatures = [
  { value: "standard_webhooks", label: "Standard Webhooks" },
  { value: "hmac_hex", label: "HMAC-SHA256, hexadecimal" },
  { value: "hmac_base64", label: "HMAC-SHA256, base64" },
];

const wholePaths = [
  { name: "order_id", label: "Order ID", required: true },
  { name: "number", label: "Order number" },
  { name: "email", label: "Email address" },
  { name: "first_name", label: "First name" },
  { name: "last_name", label: "Last name" },
  { name: "currency", label: "Currency" },
  { name: "test", label: "Test order" },
  { name: "event", label: "Kind of event" },
  { name: "items", label: "List of lines" },
] as const;

const linePaths = [
  { name: "sku", label: "SKU" },
  { name: "product_id", label: "Product ID" },
  { name: "product_name", label: "Product name" },
  { name: "quantity", label: "Quantity" },
  { name: "price", label: "Price of one" },
] as const;

type PathName = (typeof wholePaths)[number]["name"] | (typeof linePaths)[number]["name"];
const pathNames = [...wholePaths, ...linePaths].map(({ name }) => name) as PathName[];

/** How the events of any shop are signed and read. Paths are picked from the newest event. */
export function GenericForm({ connection }: { connection: Connection }) {
  const { data } = useConnectionEvents(connection.id, { page: 1, page_size: 1 }, connection.last_event_at);
  const newest = data?.connection_events[0];
  return newest ? (
    <WithExample connection={connection} event={newest.id} />
  ) : (
    <Form connection={connection} example={undefined} />
  );
}

function WithExample({ connection, event }: { connection: Connection; event: number }) {
  const { data } = useConnectionEvent(String(event));
  return <Form connection={connection} example={parsed(data?.body)} />;
}

const namesIn = (text: string) =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

function parsed(body: string | undefined): unknown {
  try {
    return body === undefined ? undefined : JSON.parse(body);
  } catch {
    return undefined;
  }
}

function Form({ connection, example }: { connection: Connection; example: unknown }) {
  const changing = useChangeConnection(connection.id);
  const saved = connection.generic as Generic;
  const initialValues = {
    signature: saved.signature,
    header: saved.header ?? "",
    prefix: saved.prefix ?? "",
    paid_events: (saved.paid_events ?? []).join(", "),
    refunded_events: (saved.refunded_events ?? []).join(", "),
    ...(Object.fromEntries(pathNames.map((name) => [name, saved[name] ?? ""])) as Record<PathName, string>),
  };
  const messages = (refusal: Error) => {
    const { byField = {} } = refusal as { byField?: Record<string, string> };
    return Object.fromEntries(Object.entries(byField).map(([name, words]) => [name.replace(/^generic\./, ""), words]));
  };
  const { form, element } = useServerForm({ initialValues }, { refusal: changing.error, messages });
  const { values } = form;
  const save = (next: typeof initialValues) =>
    changing.mutate(
      { generic: { ...next, paid_events: namesIn(next.paid_events), refunded_events: namesIn(next.refunded_events) } },
      {
        onSuccess: () => {
          form.setInitialValues(next);
          form.resetDirty(next);
          showDone("Saved. Process earlier events again if you need to.");
        },
      },
    );
  const { whole, inLine } = pathsIn(example, values.items);
  const field = (name: PathName, label: string, data: string[], required = false) => (
    <Autocomplete key={name} label={label} data={data} limit={50} required={required} {...form.getInputProps(name)} />
  );
  return (
    <Section title="How events are read">
      <form {...element(save)}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            <Select label="Signature" data={signatures} allowDeselect={false} {...form.getInputProps("signature")} />
            {values.signature !== "standard_webhooks" && (
              <>
                <TextInput label="Header" placeholder="X-Signature" required {...form.getInputProps("header")} />
                <TextInput label="Text before it" placeholder="sha256=" {...form.getInputProps("prefix")} />
              </>
            )}
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {example === undefined
              ? "Where each value stands, such as data.customer.email. Once an event has arrived, you can pick from it."
              : "Where each value stands. Pick from the event that arrived last."}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            {wholePaths.map(({ name, label, ...rest }) => field(name, label, whole, "required" in rest))}
          </SimpleGrid>
          {values.event !== "" && (
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                label="Kinds that mean “paid”"
                placeholder="Separated by commas"
                {...form.getInputProps("paid_events")}
              />
              <TextInput
                label="Kinds that mean “refunded” or “canceled”"
                placeholder="Separated by commas"
                {...form.getInputProps("refunded_events")}
              />
            </SimpleGrid>
          )}
          <Text size="sm" c="dimmed">
            Within each line:
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
            {linePaths.map(({ name, label }) => field(name, label, inLine))}
          </SimpleGrid>
          <FormProblem
            error={changing.error}
            fields={["generic.header", ...pathNames.map((name) => `generic.${name}`)]}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={changing.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
