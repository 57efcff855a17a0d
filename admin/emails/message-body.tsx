import { Code, Paper, SegmentedControl, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import { DocumentFrame } from "../components/document-frame.tsx";

interface MessageBodyProps {
  html: string;
  text: string;
  headers: { name: string; value: string }[];
}

const views = [
  { value: "html", label: "As sent" },
  { value: "text", label: "Plain text" },
  { value: "headers", label: "Headers" },
];

/** A message's content as its recipient sees it. Scripts do not run. */
export function MessageBody({ html, text, headers }: MessageBodyProps) {
  const [view, setView] = useState("html");
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Message view"
        data={views}
        value={view}
        onChange={setView}
        size="xs"
        style={{ alignSelf: "flex-start" }}
      />
      {view === "html" && <Rendered key={html} html={html} />}
      {view === "text" && (
        <Code block tabIndex={0} aria-label="Plain text" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Code>
      )}
      {view === "headers" && <Headers headers={headers} />}
    </Stack>
  );
}

function Rendered({ html }: { html: string }) {
  const [isLoaded, setLoaded] = useState(false);
  if (!html) return <Text c="dimmed">This message has no HTML version.</Text>;
  return (
    <Paper withBorder pos="relative" style={{ overflow: "hidden" }} aria-busy={!isLoaded}>
      {/* The iframe is blank for a moment. */}
      {!isLoaded && <Skeleton pos="absolute" inset={0} h="100%" radius={0} />}
      <DocumentFrame
        title="Message as the recipient sees it"
        // No scripts or forms; links open in a new tab.
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        onLoad={() => setLoaded(true)}
        html={withOwnLogo(withLinksBeside(html))}
      />
    </Paper>
  );
}

/** Links of the message open in a new tab. */
function withLinksBeside(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + base) : base + html;
}

/** Loads the store's logo from this host, as the page blocks images of other hosts. */
function withOwnLogo(html: string): string {
  return html.replace(/(<img\b[^>]*\bsrc=")https?:\/\/[^/"]+(\/logo\/[0-9a-f]+")/gi, "$1$2");
}

function Headers({ headers }: { headers: MessageBodyProps["headers"] }) {
  return (
    <Table layout="auto" verticalSpacing={4}>
      <Table.Tbody>
        {headers.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers can repeat, and their order is fixed.
          <Table.Tr key={index}>
            <Table.Th scope="row" style={{ whiteSpace: "nowrap", verticalAlign: "top" }}>
              {name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
