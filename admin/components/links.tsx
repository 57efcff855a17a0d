import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";

type To = { to: string; children: ReactNode };

/** A link to another screen. */
export function TextLink({ to, ...props }: To & AnchorProps & Pick<LinkProps, "state">) {
  return <Anchor component={Link} to={to} {...props} />;
}

/** A link to another screen that looks like a button. */
export function LinkButton({ to, ...props }: To & ButtonProps & Pick<LinkProps, "state">) {
  return <Button component={Link} to={to} {...props} />;
}
