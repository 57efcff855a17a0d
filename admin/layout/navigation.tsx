import { Badge, NavLink as MantineNavLink, VisuallyHidden } from "@mantine/core";
import { NavLink, useLocation } from "react-router";
import { useOpenRenewals } from "../api/renewals.ts";
import { number } from "../components/format.ts";

const sections = [
  { to: "/admin", label: "Overview" },
  { to: "/admin/orders", label: "Orders" },
  { to: "/admin/renewals", label: "Renewals" },
  { to: "/admin/products", label: "Products" },
  { to: "/admin/downloads", label: "Downloads" },
  { to: "/admin/emails", label: "Emails" },
  { to: "/admin/transfer", label: "Import and export" },
  { to: "/admin/settings", label: "Settings" },
];

export function Navigation() {
  const { pathname } = useLocation();
  const waiting = useOpenRenewals();
  return sections.map(({ to, label }) => (
    <MantineNavLink
      key={to}
      component={NavLink}
      to={to}
      end={to === "/admin"}
      label={label}
      rightSection={to === "/admin/renewals" && waiting ? <Waiting count={waiting} /> : undefined}
      active={to === "/admin" ? pathname === to : pathname.startsWith(to)}
      variant="light"
      style={{ borderRadius: "var(--mantine-radius-md)" }}
    />
  ));
}

function Waiting({ count }: { count: number }) {
  return (
    <Badge size="sm" variant="light">
      {number(count)}
      <VisuallyHidden> pending</VisuallyHidden>
    </Badge>
  );
}
