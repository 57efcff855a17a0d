import { Anchor, Text, type TextProps } from "@mantine/core";
import { Link } from "react-router";

/** The most that it may take, on a phone and on a desk: much for what names its row, little for an id beside that. */
const widths = { wide: "max(160px, 26vw)", narrow: "max(92px, 13vw)" };

interface ShortenedProps extends TextProps {
  value: string;
  /** What is said when it is pointed at, where that is not the value. */
  title?: string | undefined;
  /** The screen that it leads to. */
  to?: string;
  /** Another link of the row leads there too: one of them is enough for a keyboard. */
  isSecondLink?: boolean;
  width?: keyof typeof widths;
}

/** Text in a table: what takes more than three lines of its column ends with an ellipsis, and is whole when pointed at. */
export function Shortened({ value, title = value, to, isSecondLink, width = "wide", ...props }: ShortenedProps) {
  const style = { overflowWrap: "anywhere" } as const;
  const shared = { size: "sm", title, maw: widths[width], w: "fit-content", lineClamp: 3, style, ...props } as const;
  // An email address breaks before the at sign, if it must.
  const at = value.lastIndexOf("@");
  const words = at < 0 ? value : [value.slice(0, at), <wbr key="at" />, value.slice(at)];
  if (to === undefined) return <Text {...shared}>{words}</Text>;
  // A block of its own, so that what stands below it is not taken for the text that the link is part of.
  return (
    <div>
      <Anchor component={Link} to={to} className="cell-link" tabIndex={isSecondLink ? -1 : undefined} {...shared}>
        {words}
      </Anchor>
    </div>
  );
}
