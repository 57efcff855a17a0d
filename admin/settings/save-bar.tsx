import { Button, Group } from "@mantine/core";

interface SaveBarProps {
  form: { canManage: boolean; changed: boolean; saving: boolean; reset: () => void };
}

/** The buttons of a settings form. Hidden without the right to change settings. */
export function SaveBar({ form }: SaveBarProps) {
  if (!form.canManage) return null;
  return (
    <Group gap="xs" justify="flex-end">
      {form.changed && (
        <Button variant="subtle" color="gray" onClick={form.reset}>
          Discard changes
        </Button>
      )}
      <Button type="submit" loading={form.saving} disabled={!form.changed}>
        Save
      </Button>
    </Group>
  );
}
