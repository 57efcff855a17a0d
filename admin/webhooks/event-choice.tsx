import { Checkbox, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { type EventName, eventGroups } from "./events.ts";

interface EventChoiceProps {
  value: EventName[];
  onChange: (events: EventName[]) => void;
  error?: ReactNode;
}

/** Which events are sent. A family has its events ticked, and those that come later. */
export function EventChoice({ value, onChange, error }: EventChoiceProps) {
  const chosen = eventGroups.filter(({ family }) => value.includes(family));
  const inFamilies = new Set<string>(chosen.flatMap(({ events }) => Object.keys(events)));
  const choose = (ticked: string[]) => {
    const families = eventGroups.filter(({ family }) => ticked.includes(family));
    const covered = new Set(families.flatMap(({ events }) => Object.keys(events)));
    onChange(ticked.filter((name) => !covered.has(name)) as EventName[]);
  };
  return (
    <Checkbox.Group
      label="Events"
      required
      value={[...new Set([...value, ...inFamilies])]}
      onChange={choose}
      error={error}
    >
      <Stack gap="md" mt="xs" mb={4}>
        {eventGroups.map(({ title, family, events }) => (
          <Stack key={title} gap={6}>
            <Text size="sm" fw={500}>
              {title}
            </Text>
            <Checkbox value={family} label="All of these, and those added later" description={family} />
            {Object.entries(events).map(([name, words]) => (
              <Checkbox
                key={name}
                value={name}
                label={words}
                description={name}
                disabled={inFamilies.has(name)}
                ml="lg"
              />
            ))}
          </Stack>
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
