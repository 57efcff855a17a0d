import { Checkbox, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type EventName, eventGroups } from "./events.ts";

interface EventChoiceProps {
  value: EventName[];
  onChange: (events: EventName[]) => void;
  error?: ReactNode;
}

/** Which events are sent. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  return (
    <Checkbox.Group
      label="Events"
      required
      value={value}
      onChange={(events) => onChange(events as EventName[])}
      error={error}
    >
      <Stack gap="md" mt="xs" mb={4}>
        {eventGroups.map(({ title, events }) => (
          <Stack key={title} gap={6}>
            <Text size="sm" fw={500}>
              {title}
            </Text>
            {Object.entries(events).map(([name, words]) => (
              <Checkbox key={name} value={name} label={words} description={name} />
            ))}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
