import { Button, Group, PasswordInput, SimpleGrid, Stack } from "@mantine/core";
import { useStartMove } from "../api/moves.ts";
import { UrlInput } from "../components/address-inputs.tsx";
import { FormProblem } from "../components/form-problem.tsx";
import { useServerForm } from "../components/use-server-form.ts";

const fields = ["from", "api_key", "api_token"] as const;

/** Asks for the account at the old service. `from` is the address that was entered last. */
export function MoveForm({ from }: { from: string }) {
  const starting = useStartMove();
  const { form, element } = useServerForm(
    { initialValues: { from, api_key: "", api_token: "" } },
    { refusal: starting.error },
  );
  const start = (dryRun: boolean) => (values: typeof form.values) => starting.mutate({ ...values, dry_run: dryRun });
  return (
    <form {...element(start(true))}>
      <Stack>
        <UrlInput
          label="Address of your account there"
          placeholder="https://ann.example.com"
          required
          autoComplete="off"
          {...form.getInputProps("from")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <PasswordInput label="API key there" required autoComplete="off" {...form.getInputProps("api_key")} />
          <PasswordInput label="API token there" required autoComplete="off" {...form.getInputProps("api_token")} />
        </SimpleGrid>
        <FormProblem error={starting.error} fields={fields} />
        <Group>
          <Button type="submit" loading={starting.isPending}>
            Compare
          </Button>
          <Button
            variant="default"
            disabled={starting.isPending}
            onClick={() => {
              if (!form.validate().hasErrors) start(false)(form.getValues());
            }}
          >
            Bring everything over
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
