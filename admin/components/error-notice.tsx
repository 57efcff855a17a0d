import { Alert, Button, Group, Text } from "@mantine/core";
import { errorWords } from "./notify.tsx";

/** Stands in place of what could not be loaded. */
export function ErrorNotice({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <Alert color="red" title="This could not be loaded" m="md" role="alert">
      <Text size="sm">{errorWords(error)}</Text>
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={() => retry()}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
