import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useRename } from "../api/sign-in.ts";
import { FormProblem } from "../components/form-problem.tsx";
import { showDone } from "../components/notify.tsx";
import { Section } from "../components/section.tsx";
import { useUnsaved } from "../components/unsaved.tsx";

export function NameForm({ name: before }: { name: string }) {
  // Null until something is typed, so that the name follows changes made elsewhere.
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === before) setTyped(null);
  const name = typed ?? before;
  const renaming = useRename();
  const { form } = useUnsaved(name.trim() !== before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renaming.mutate(name.trim(), { onSuccess: () => showDone("Name saved.") });
  };
  return (
    <Section title="Name">
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            label="Your name"
            description="Shown to other people in this store."
            autoComplete="name"
            required
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <FormProblem error={renaming.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={renaming.isPending} disabled={name.trim() === before}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
