import { Alert, Button, Group, Text } from "@mantine/core";
import { useEffect, useEffectEvent } from "react";
import { isReachable, Unreachable } from "../api/request.ts";
import { errorWords } from "./notify.tsx";

/** Milliseconds between questions whether the service is back. */
const pause = 3_000;

/** Stands in place of what could not be loaded; tries again by itself once a service that was away is back. */
export function ErrorNotice({ error, retry }: { error: unknown; retry: () => unknown }) {
  const isAway = error instanceof Unreachable;
  useReturn(isAway, retry);
  return (
    <Alert color="red" title={isAway ? "The service cannot be reached" : "This could not be loaded"} role="alert">
      <Text size="sm">
        {isAway ? "Check your connection. We keep trying until the service is back." : errorWords(error)}
      </Text>
      <Group mt="sm">
        <Button size="xs" variant="default" onClick={() => retry()}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}

/** Calls `onReturn` whenever the service is found to answer, as long as it `isAway`. */
function useReturn(isAway: boolean, onReturn: () => unknown): void {
  const back = useEffectEvent(onReturn);
  useEffect(() => {
    if (!isAway) return;
    const timer = setInterval(async () => {
      if (await isReachable()) back();
    }, pause);
    return () => clearInterval(timer);
  }, [isAway]);
}
