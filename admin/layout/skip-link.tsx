import { Button } from "@mantine/core";
import { useState } from "react";

/** Element ID of the screens. */
export const contentId = "content";

/** The first link for keyboards, visible on focus: skips the navigation. */
export function SkipLink() {
  const [focused, setFocused] = useState(false);
  return (
    <Button
      component="a"
      href={`#${contentId}`}
      pos="fixed"
      top={focused ? 8 : -80}
      left={8}
      style={{ zIndex: 1000 }}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onClick={(event) => {
        // Keeps the URL unchanged.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      Skip to content
    </Button>
  );
}
