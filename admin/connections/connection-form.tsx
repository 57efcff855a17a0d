import { Button, Group, PasswordInput, Stack, Switch, TextInput } from "@mantine/core";
import { useChangeConnection } from "../api/connections.ts";
import type { Connection, ConnectionChanges } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { HoursInput } from "../components/hours-input.tsx";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { shops } from "./shops.ts";

/** Hours in which a payment that failed may be tried again. */
const usualGrace = 72;

const secrets = new Set(["secret", "api_key", "api_secret"]);

/** The connection's name, and what the owner copies from the shop. */
export function ConnectionForm({ connection }: { connection: Connection }) {
  const { fields, polls, subscriptions } = shops[connection.kind];
  const { subscription_grace_in_hours: graceBefore } = connection;
  const changing = useChangeConnection(connection.id);
  const initialValues = {
    name: connection.name,
    test: connection.test,
    polling: connection.polling,
    secret: "",
    api_key: "",
    api_secret: "",
    api_url: connection.api_url ?? "",
    seller_id: connection.seller_id ?? "",
    webhook_id: connection.webhook_id ?? "",
    follows: graceBefore !== null,
    subscription_grace_in_hours: graceBefore ?? (usualGrace as number | ""),
  };
  const { form, element, part } = useServerForm({ initialValues }, { refusal: changing.error });
  const names = ["name", "subscription_grace_in_hours", ...fields.map(({ name }) => name)];
  const save = (values: typeof initialValues) => {
    const changes: ConnectionChanges = { name: values.name.trim(), test: values.test };
    if (polls) changes.polling = values.polling;
    if (subscriptions) {
      changes.subscription_grace_in_hours = values.follows ? Number(values.subscription_grace_in_hours) : null;
    }
    for (const { name } of fields) {
      const value = values[name].trim();
      // Secrets are not shown again, so an empty field leaves them as they are.
      if (value !== "" || !secrets.has(name)) changes[name] = value === "" ? null : value;
    }
    changing.mutate(changes, {
      onSuccess: () => {
        showDone("Connection saved.");
        const saved = { ...values, secret: "", api_key: "", api_secret: "" };
        form.setInitialValues(saved);
        form.setValues(saved);
        form.resetDirty(saved);
      },
    });
  };
  return (
    <Section title="Settings">
      <form {...element(save)}>
        <Stack maw={560}>
          <TextInput label="Name" required {...form.getInputProps("name")} />
          {fields.map(({ name, label, description }) =>
            secrets.has(name) ? (
              <PasswordInput
                key={name}
                label={label}
                description={description}
                placeholder={isKnown(connection, name) ? "Entered. Leave empty to keep it." : ""}
                autoComplete="off"
                {...form.getInputProps(name)}
              />
            ) : (
              <TextInput key={name} label={label} description={description} {...form.getInputProps(name)} />
            ),
          )}
          {subscriptions && (
            <Switch
              label="Access ends with the subscription"
              description={`Each payment prolongs the order. ${subscriptions}`}
              {...form.getInputProps("follows", { type: "checkbox" })}
            />
          )}
          {subscriptions && form.values.follows && (
            <HoursInput label="Grace after the time that was paid for" {...part("subscription_grace_in_hours")} />
          )}
          {polls && (
            <Switch
              label="Also ask the shop for orders"
              description="Every few minutes, in case a webhook was lost."
              {...form.getInputProps("polling", { type: "checkbox" })}
            />
          )}
          <Switch
            label="Test mode"
            description="Orders are marked as tests: their emails go only to the store's email address, and no figure counts them."
            {...form.getInputProps("test", { type: "checkbox" })}
          />
          <FormProblem error={changing.error} fields={names} />
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

const isKnown = ({ secret, api_key_last_four }: Connection, name: string) =>
  name === "secret" ? secret !== null : api_key_last_four !== null;
