import { Box, NavLink as MantineNavLink, NativeSelect, Text } from "@mantine/core";
import { NavLink, useNavigate } from "react-router";
import { groups } from "./pages.ts";

const addressOf = (name: string) => `/admin/settings/${name}`;

const choices = groups.map(({ heading, pages }) => ({
  group: heading,
  items: pages.map(({ name, label }) => ({ value: name, label })),
}));

/** Navigation of the settings pages; a select on a phone. */
export function SettingsNavigation({ current }: { current: string }) {
  const navigate = useNavigate();
  return (
    <>
      <NativeSelect
        hiddenFrom="md"
        label="Settings"
        size="md"
        data={choices}
        value={current}
        onChange={(event) => navigate(addressOf(event.currentTarget.value))}
      />
      <Box component="nav" aria-label="Settings" w={180} flex="none" visibleFrom="md">
        {groups.map(({ heading, pages }) => (
          <Box key={heading} role="group" aria-label={heading} mb="md">
            <Text size="sm" c="dimmed" px="sm" pb={4}>
              {heading}
            </Text>
            {pages.map(({ name, label }) => (
              <MantineNavLink
                key={name}
                component={NavLink}
                to={addressOf(name)}
                label={label}
                active={name === current}
                variant="light"
                style={{ borderRadius: "var(--mantine-radius-md)" }}
              />
            ))}
          </Box>
        ))}
      </Box>
    </>
  );
}
