import { Button, Group } from "@mantine/core";
import { LinkButton } from "./links.tsx";

interface FormButtonsProps {
  /** What sending the form does. */
  act: string;
  busy: boolean;
  /** Closes the form's dialog, or the address of the screen that the form came from. */
  cancel: (() => void) | string;
}

/** At the foot of a form: the way back, and what the form does. */
export function FormButtons({ act, busy, cancel }: FormButtonsProps) {
  return (
    <Group justify="flex-end">
      {typeof cancel === "string" ? (
        <LinkButton to={cancel} variant="default">
          Cancel
        </LinkButton>
      ) : (
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" loading={busy}>
        {act}
      </Button>
    </Group>
  );
}
