import { Badge, NavLink, VisuallyHidden } from "@mantine/core";
import {
  ArrowSwitchIcon,
  DownloadIcon,
  GearIcon,
  HistoryIcon,
  HomeIcon,
  ListUnorderedIcon,
  MailIcon,
  PackageIcon,
  PulseIcon,
} from "@primer/octicons-react";
import { Link, useLocation } from "react-router";
import { useOpenRenewals } from "../api/renewals.ts";
import { number } from "../components/format.ts";
import { newOrderAddress } from "../components/order-address.ts";

const sections = [
  { to: "/admin", label: "Overview", icon: HomeIcon },
  { to: "/admin/orders", label: "Orders", icon: ListUnorderedIcon },
  { to: "/admin/renewals", label: "Renewals", icon: HistoryIcon },
  { to: "/admin/products", label: "Products", icon: PackageIcon },
  { to: "/admin/downloads", label: "Downloads", icon: DownloadIcon },
  { to: "/admin/emails", label: "Emails", icon: MailIcon },
  { to: "/admin/activity", label: "Activity", icon: PulseIcon },
  { to: "/admin/transfer", label: "Import and export", icon: ArrowSwitchIcon },
  { to: "/admin/settings", label: "Settings", icon: GearIcon },
];

export function Navigation() {
  const { pathname } = useLocation();
  const waiting = useOpenRenewals();
  return sections.map(({ to, label, icon: Icon }) => (
    <NavLink
      key={to}
      component={Link}
      to={to}
      aria-current={sectionOf(pathname) === to ? "page" : undefined}
      label={label}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={to === "/admin/renewals" && waiting ? <Waiting count={waiting} /> : undefined}
      active={sectionOf(pathname) === to}
      variant="light"
      style={{ borderRadius: "var(--mantine-radius-md)" }}
    />
  ));
}

/** The address of the section that a screen belongs to; null for none. */
function sectionOf(pathname: string): string | null {
  if (pathname === newOrderAddress) return "/admin/orders";
  if (/^\/admin\/?$/.test(pathname)) return "/admin";
  return sections.find(({ to }) => to !== "/admin" && pathname.startsWith(to))?.to ?? null;
}

function Waiting({ count }: { count: number }) {
  return (
    <Badge size="sm" variant="light">
      {number(count)}
      <VisuallyHidden> pending</VisuallyHidden>
    </Badge>
  );
}
