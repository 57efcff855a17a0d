import { Anchor, Text, type TextProps } from "@mantine/core";
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
  // An email address breaks before the at sign, if it must.
  const at = value.lastIndexOf("@");
  const words = at < 0 ? value : [value.slice(0, at), <wbr key="at" />, readableAddress(value.slice(at))];
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
