import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  CloseButton,
  type CSSVariablesResolver,
  createTheme,
  InputWrapper,
  type MantineColorsTuple,
  Menu,
  Modal,
  NavLink,
  Notification,
  Table,
  Text,
  Timeline,
  Title,
} from "@mantine/core";
import { SteadyButton } from "./components/steady-button.tsx";

/** Waybill's own green. White on the seventh has a contrast of 5.9. */
const spruce: MantineColorsTuple = [
  "#ebf6f3",
  "#d5ebe4",
  "#a9d8ca",
  "#78c2ae",
  "#4faf96",
  "#2f9c82",
  "#1b8a71",
  "#0b715c",
  "#075c4b",
  "#03473a",
];

/** The look of the administration area: quiet, dense enough for a desk, large enough for a thumb. */
export const theme = createTheme({
  colors: { spruce },
  primaryColor: "spruce",
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  // Not system-ui: on Windows in Japanese it draws Latin letters and digits with a font for Japanese.
  fontFamily: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  components: {
    // Badges hold a few words, which a narrow column would cut off.
    Badge: Badge.extend({
      defaultProps: { miw: "max-content", tt: "none", radius: "sm" },
      styles: { root: { fontSize: 12, fontWeight: 600, letterSpacing: 0 } },
    }),
    Alert: Alert.extend({
      vars: (_, { color = "spruce" }) => ({
        root: {
          "--alert-bg": `color-mix(in srgb, var(--mantine-color-${color}-light) 50%, transparent)`,
          "--alert-bd": `1px solid color-mix(in srgb, var(--mantine-color-${color}-filled) 30%, transparent)`,
        },
      }),
    }),
    Button: Button.extend({ defaultProps: { component: SteadyButton } }),
    CloseButton: CloseButton.extend({ defaultProps: { component: SteadyButton } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { component: SteadyButton } }),
    Table: Table.extend({
      defaultProps: { tabularNums: true, verticalSpacing: 9 },
      styles: { th: { color: "var(--mantine-color-dimmed)", fontSize: 13 } },
    }),
    Text: Text.extend({ defaultProps: { size: "sm" } }),
    Timeline: Timeline.extend({
      styles: {
        itemBullet: { background: "var(--mantine-color-body)", color: "var(--mantine-color-dimmed)", borderWidth: 1 },
      },
    }),
    // Headings get the focus after navigation, and are not interactive.
    Title: Title.extend({ styles: { root: { outline: 0 } } }),
    // Without the placeholder the menu itself takes the focus.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    // Only the page's header is a banner landmark.
    Modal: Modal.extend({
      defaultProps: { attributes: { header: { role: "presentation" } }, closeButtonProps: { "aria-label": "Close" } },
      styles: { title: { lineHeight: 1.4, overflowWrap: "anywhere" } },
    }),
    // A label is as wide as its longest word, which can be a name.
    InputWrapper: InputWrapper.extend({ styles: { label: { overflowWrap: "anywhere" } } }),
    // Error messages must not be pale gray, Mantine's default.
    Notification: Notification.extend({ styles: { description: { color: "inherit" } } }),
    // Dimmed text has too little contrast on hovered and active items.
    NavLink: NavLink.extend({
      styles: { root: { borderRadius: "var(--mantine-radius-md)" }, description: { color: "inherit", opacity: 1 } },
    }),
  },
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.5rem" }, h2: { fontSize: "1.0625rem" } } },
});

const hues = (colors: object) => Object.keys(colors).filter((name) => name !== "gray" && name !== "dark");

/** Dimmed text and light badges reach the contrast of 4.5 that WCAG AA requires. Mantine's defaults do not. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "color-mix(in srgb, var(--mantine-color-gray-6), var(--mantine-color-gray-7))",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-anchor": "var(--mantine-primary-color-8)",
    ...Object.fromEntries(
      hues(colors).map((name) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, var(--mantine-color-${name}-9), black ${name === "yellow" ? 35 : 15}%)`,
      ]),
    ),
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "color-mix(in srgb, var(--mantine-color-dark-1), var(--mantine-color-dark-2))",
    // Quieter than Mantine's, which are dark and saturated.
    ...Object.fromEntries(
      hues(colors).flatMap((name) => [
        [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-5) 16%, transparent)`],
        [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, var(--mantine-color-${name}-5) 22%, transparent)`],
        [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`],
      ]),
    ),
    "--mantine-color-error": "var(--mantine-color-red-5)",
    "--mantine-color-anchor": "var(--mantine-primary-color-3)",
  },
});
