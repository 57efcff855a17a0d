import { Alert, Button, Group, Text } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { isReachable, Unreachable } from "../api/request.ts";
import { errorWords } from "./notify.tsx";

/** Milliseconds between checks whether the service is back. */
const pollInterval = 3_000;

/** Shown instead of content that failed to load. Retries once an unreachable service is back. */
export function ErrorNotice({ error, retry }: { error: unknown; retry: () => unknown }) {
  const isUnreachable = error instanceof Unreachable;
  usePolling(isUnreachable, retry);
  return (
    <Alert
      color="red"
      title={isUnreachable ? "The service cannot be reached" : "This could not be loaded"}
      role="alert"
    >
      <Text size="sm">
        {isUnreachable ? "Check your connection. We keep trying until the service is back." : errorWords(error)}
      </Text>
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={() => retry()}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}

/** While the service `isUnreachable`, polls it and calls `onReachable` when it answers. */
function usePolling(isUnreachable: boolean, onReachable: () => unknown): void {
  const back = useEffectEvent(onReachable);
  useEffect(() => {
    if (!isUnreachable) return;
    const timer = setInterval(async () => {
      if (await isReachable()) back();
    }, pollInterval);
    return () => clearInterval(timer);
  }, [isUnreachable]);
}
