import { Alert, Box, Code, Group, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import type { WordingPreview } from "../api/types.ts";
import { DocumentFrame } from "../components/document-frame.tsx";
import { inScheme } from "./in-scheme.ts";

const views = [
  { value: "page", label: "Order page" },
  { value: "email", label: "Email" },
  { value: "text", label: "Plain text" },
] as const;
const devices = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
] as const;
const schemes = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

export type View = (typeof views)[number]["value"];
type Device = (typeof devices)[number]["value"];
type Scheme = (typeof schemes)[number]["value"];

/** CSS pixels. */
const widths: Record<Device, number> = { desktop: 820, phone: 390 };

/** Below this width of the window, owners hold a phone too. */
const narrow = 768;

/** CSS pixels that a page or an email takes at most. The rest scrolls. */
const mostHeight = 560;

interface CustomerPreviewProps {
  preview: WordingPreview | undefined;
  /** What is shown until the owner chooses. */
  first: View;
  /** Which email is shown. */
  email?: "delivery" | "update";
  /** Why there is no newer preview; null if there is. */
  problem: string | null;
  /** Below the preview. */
  children?: ReactNode;
}

/** An order's page and email as customers see them, on a desk and on a phone, in light and in dark. */
export function CustomerPreview({ preview, first, email = "delivery", problem, children }: CustomerPreviewProps) {
  const [view, setView] = useState(first);
  const [device, setDevice] = useState<Device>(() => (window.innerWidth < narrow ? "phone" : "desktop"));
  const [scheme, setScheme] = useState<Scheme>("light");
  return (
    <Stack component="section" aria-label="Preview" gap="sm">
      <Title order={2}>Preview</Title>
      <Group gap="xs">
        <Choice label="Preview of" options={views} value={view} onChange={setView} />
        {view !== "text" && (
          <>
            <Choice label="Screen" options={devices} value={device} onChange={setDevice} />
            <Choice label="Color scheme" options={schemes} value={scheme} onChange={setScheme} />
          </>
        )}
      </Group>
      {problem && <Alert color="red">{problem}</Alert>}
      {preview ? <Shown {...{ preview, view, email, device, scheme }} /> : !problem && <Skeleton h={mostHeight} />}
      {children}
    </Stack>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const choose = (chosen: string) => {
    const found = options.find((option) => option.value === chosen);
    if (found) onChange(found.value);
  };
  return <SegmentedControl size="xs" aria-label={label} data={[...options]} value={value} onChange={choose} />;
}

interface ShownProps {
  preview: WordingPreview;
  view: View;
  email: "delivery" | "update";
  device: Device;
  scheme: Scheme;
}

function Shown({ preview, view, email, device, scheme }: ShownProps) {
  if (view === "page") {
    return <Framed title="Order page as the customer sees it" html={preview.order_page} {...{ device, scheme }} />;
  }
  const { subject, text, html } =
    email === "update"
      ? { subject: preview.update_subject, text: preview.update_text, html: preview.update_html }
      : { subject: preview.email_subject, text: preview.email_text, html: preview.email_html };
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        <Text span c="dimmed" inherit>
          Subject:{" "}
        </Text>
        {subject}
      </Text>
      {view === "email" ? (
        <Framed title="Email as the customer sees it" html={html} {...{ device, scheme }} />
      ) : (
        <Code block tabIndex={0} mah={mostHeight} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Code>
      )}
    </Stack>
  );
}

/** Scrolls outside the frame, so that a new version is shown at the same place. */
function Framed({ title, html, device, scheme }: { title: string; html: string; device: Device; scheme: Scheme }) {
  const { ref, width: room } = useElementSize();
  const width = widths[device];
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <Paper
      withBorder
      tabIndex={0}
      role="region"
      aria-label={`${title}: scrolls`}
      style={{ maxHeight: mostHeight, overflowY: "auto" }}
    >
      <Box ref={ref}>
        <DocumentFrame
          title={title}
          sandbox=""
          html={inScheme(html, scheme)}
          width={width}
          scale={scale}
          colorScheme={scheme}
        />
      </Box>
    </Paper>
  );
}
