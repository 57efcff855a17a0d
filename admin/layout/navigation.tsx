import { Badge, NavLink, VisuallyHidden } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { useOpenRenewals } from "../api/renewals.ts";
import { number } from "../components/format.ts";
import { newOrderAddress } from "../components/order-address.ts";
import { sections } from "./sections.ts";

export function Navigation() {
  const { pathname } = useLocation();
  const waiting = useOpenRenewals();
  return sections.map(({ to, label, icon: Icon, begins }) => (
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
      {...(begins ? { mt: "sm" } : {})}
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
