import { Checkbox, Stack, TextInput } from "@mantine/core";
import type { ApiKey } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { useServerForm } from "../components/use-server-form.ts";
import { type Scope, scopeNames, scopeWarnings, scopeWords } from "./scopes.ts";

/** What an owner sets. */
interface KeyValues {
  name: string;
  scopes: Scope[];
  test: boolean;
  /** A day in UTC, such as `2026-11-20`; empty for none. */
  expires_at: string;
}

/** The form of a new key, or of one that exists. */
export function useKeyForm(apiKey: ApiKey | null, refusal: Error | null) {
  const initialValues: KeyValues = {
    name: apiKey?.name ?? "",
    scopes: (apiKey?.scopes ?? ["orders:read", "orders:write"]) as Scope[],
    test: apiKey?.test ?? false,
    expires_at: apiKey?.expires_at?.slice(0, 10) ?? "",
  };
  return useServerForm({ initialValues }, { refusal });
}

/** The beginning of the day, or null for none. An expiry that was not touched stays as it is. */
export function expiryOf(day: string, apiKey: ApiKey | null): string | null {
  if (day === "") return null;
  const before = apiKey?.expires_at ?? null;
  return before?.startsWith(day) ? before : `${day}T00:00:00Z`;
}

interface KeyFieldsProps {
  form: ReturnType<typeof useKeyForm>["form"];
  refusal: Error | null;
}

export function KeyFields({ form, refusal }: KeyFieldsProps) {
  const scopes = form.getInputProps("scopes");
  return (
    <Stack>
      <TextInput
        label="Name"
        description="The program that uses it. Shown in the activity log."
        placeholder="Checkout"
        required
        {...form.getInputProps("name")}
      />
      <Checkbox.Group
        label="What it may do"
        required
        value={form.values.scopes}
        onChange={scopes.onChange}
        error={scopes.error}
      >
        <Stack gap="sm" mt="xs" mb={4}>
          {scopeNames.map((name) => (
            <Checkbox
              key={name}
              value={name}
              label={scopeWords[name]}
              description={[name, scopeWarnings[name]].filter(Boolean).join(". ")}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        type="date"
        label="Expires on (UTC)"
        description="The key stops working at the start of this day. Leave empty for no expiry."
        maw={240}
        {...form.getInputProps("expires_at")}
      />
      <FormProblem error={refusal} fields={["name", "scopes", "expires_at"]} />
    </Stack>
  );
}
