import { Button, Group, TextInput } from "@mantine/core";
import { useMailHookSecret } from "../api/mail-hooks.ts";
import type { MailHook } from "../api/types.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { useServerForm } from "../components/use-server-form.ts";

/** What the owner copies from the mail service. */
export function MailHookSecret({ hook, label, description }: { hook: MailHook; label: string; description: string }) {
  const saving = useMailHookSecret(hook.id);
  const { form, element } = useServerForm({ initialValues: { secret: hook.secret ?? "" } }, { refusal: saving.error });
  const save = ({ secret }: typeof form.values) =>
    saving.mutate(secret.trim(), {
      onSuccess: () => {
        showDone("Saved.");
        form.resetDirty();
      },
    });
  return (
    <form {...element(save)}>
      <Group align="flex-end" gap="sm" maw={640}>
        <TextInput
          label={label}
          description={description}
          required
          autoComplete="off"
          flex="1 1 260px"
          {...form.getInputProps("secret")}
        />
        <Button type="submit" variant="default" loading={saving.isPending}>
          Save
        </Button>
      </Group>
      <FormProblem error={saving.error} fields={["secret"]} />
    </form>
  );
}
