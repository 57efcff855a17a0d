import { Anchor, Text, type TextProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { readableAddress } from "./readable-address.ts";

interface ShortenedProps extends TextProps {
  value: string;
  /** The tooltip, if not the value. */
  title?: string | undefined;
  /** Makes it a link. */
  to?: string;
  /** Another link in the row leads there too, so the keyboard skips this one. */
  isSecondLink?: boolean;
  /** Of the room: wide for the main text of a row, narrow for an ID beside it. */
  width?: "wide" | "narrow";
  /** Is never broken, such as a number. */
  whole?: boolean;
}

/** Text in a table, cut with an ellipsis after three lines. The tooltip shows all of it. */
export function Shortened({ value, title = value, to, isSecondLink, width = "wide", whole, ...props }: ShortenedProps) {
  const style = whole ? { whiteSpace: "nowrap" as const } : { overflowWrap: "anywhere" as const };
  const shared = { size: "sm", title, w: "fit-content", lineClamp: 3, style, ...props } as const;
  const words = breakable(value);
  if (to === undefined)
    return (
      <Text {...shared} className={`${width}-text`}>
        {words}
      </Text>
    );
  // In a block, so that axe does not treat it as a link within the text below.
  return (
    <div>
      <Anchor
        component={Link}
        to={to}
        className={`cell-link ${width}-text`}
        tabIndex={isSecondLink ? -1 : undefined}
        {...shared}
      >
        {words}
      </Anchor>
    </div>
  );
}

/** An email address breaks before the at sign and the name of an event after a dot, if it must. */
function breakable(value: string): ReactNode {
  const at = value.lastIndexOf("@");
  if (at >= 0) return [value.slice(0, at), <wbr key="at" />, readableAddress(value.slice(at))];
  if (!/^[a-z_]+(\.[a-z_]+)+$/.test(value)) return value;
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts stay in their places.
  return value.split(/(?<=\.)/).map((part, place) => [part, <wbr key={place} />]);
}
