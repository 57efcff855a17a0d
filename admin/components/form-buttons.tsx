import { Button, Group } from "@mantine/core";
import { LinkButton } from "./links.tsx";

interface FormButtonsProps {
  /** Label of the submit button. */
  submitLabel: string;
  busy: boolean;
  /** Closes the form's dialog, or the URL to go back to. */
  cancel: (() => void) | string;
}

/** The Cancel and submit buttons of a form. */
export function FormButtons({ submitLabel, busy, cancel }: FormButtonsProps) {
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
        {submitLabel}
      </Button>
    </Group>
  );
}
