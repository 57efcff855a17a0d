import { Box, NavLink as MantineNavLink, NativeSelect } from "@mantine/core";
import { NavLink, useNavigate } from "react-router";
import { pages } from "./pages.ts";

const addressOf = (name: string) => `/admin/settings/${name}`;

/** Navigation of the settings pages; a select on a phone. */
export function SettingsNavigation({ current }: { current: string }) {
  const navigate = useNavigate();
  return (
    <>
      <NativeSelect
        hiddenFrom="md"
        label="Settings"
        size="md"
        data={pages.map(({ name, label }) => ({ value: name, label }))}
        value={current}
        onChange={(event) => navigate(addressOf(event.currentTarget.value))}
      />
      <Box component="nav" aria-label="Settings" w={180} flex="none" visibleFrom="md">
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
    </>
  );
}
