import { createTheme } from "@mantine/core";

/** The look of the administration area: quiet, dense enough for a desk, large enough for a thumb. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.6rem" }, h2: { fontSize: "1.15rem" } } },
});
