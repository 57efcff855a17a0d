import {
  ArrowSwitchIcon,
  DownloadIcon,
  GearIcon,
  HistoryIcon,
  HomeIcon,
  type Icon,
  ListUnorderedIcon,
  MailIcon,
  PackageIcon,
  PeopleIcon,
  PlugIcon,
  PulseIcon,
} from "@primer/octicons-react";

interface NavigationSection {
  to: string;
  label: string;
  icon: Icon;
  /** Begins a group: sales, goods and records, set-up. */
  begins?: boolean;
}

/** The parts of the administration area, in the order of the navigation. */
export const sections: NavigationSection[] = [
  { to: "/admin", label: "Overview", icon: HomeIcon },
  { to: "/admin/orders", label: "Orders", icon: ListUnorderedIcon },
  { to: "/admin/customers", label: "Customers", icon: PeopleIcon },
  { to: "/admin/renewals", label: "Renewals", icon: HistoryIcon },
  { to: "/admin/products", label: "Products", icon: PackageIcon, begins: true },
  { to: "/admin/downloads", label: "Downloads", icon: DownloadIcon },
  { to: "/admin/emails", label: "Emails", icon: MailIcon },
  { to: "/admin/activity", label: "Activity", icon: PulseIcon },
  { to: "/admin/connections", label: "Connections", icon: PlugIcon, begins: true },
  { to: "/admin/transfer", label: "Import and export", icon: ArrowSwitchIcon },
  { to: "/admin/settings", label: "Settings", icon: GearIcon },
];
