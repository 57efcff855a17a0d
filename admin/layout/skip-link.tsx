import { Button } from "@mantine/core";
import { useState } from "react";

/** Where the screens stand. */
export const contentId = "content";

/** The first stop of the keyboard, seen only then: leads past the sections. */
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
        // The address stays as it is.
        event.preventDefault();
        document.getElementById(contentId)?.focus();
      }}
    >
      Skip to content
    </Button>
  );
}
