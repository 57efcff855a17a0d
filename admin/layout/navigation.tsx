import { NavLink as MantineNavLink } from "@mantine/core";
import { NavLink, useLocation } from "react-router";

const sections = [
  { to: "/admin", label: "Overview" },
  { to: "/admin/orders", label: "Orders" },
  { to: "/admin/products", label: "Products" },
  { to: "/admin/downloads", label: "Downloads" },
  { to: "/admin/emails", label: "Emails" },
  { to: "/admin/transfer", label: "Import and export" },
  { to: "/admin/settings", label: "Settings" },
];

export function Navigation() {
  const { pathname } = useLocation();
  return sections.map(({ to, label }) => (
    <MantineNavLink
      key={to}
      component={NavLink}
      to={to}
      end={to === "/admin"}
      label={label}
      active={to === "/admin" ? pathname === to : pathname.startsWith(to)}
      variant="light"
      style={{ borderRadius: "var(--mantine-radius-md)" }}
    />
  ));
}
