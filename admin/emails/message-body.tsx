import { Code, Paper, SegmentedControl, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import { EmailFrame } from "../components/email-frame.tsx";

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

/** What a message says, as its reader sees it; nothing in it runs. */
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
      {/* The browser may take a moment for a page within the page, which is blank meanwhile. */}
      {!isLoaded && <Skeleton pos="absolute" inset={0} h="100%" radius={0} />}
      <EmailFrame
        title="Message as the recipient sees it"
        // Neither scripts nor forms; only links, which open beside.
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

/** The store's logo from this host: the page shows no picture of another, and the email names the store's own. */
function withOwnLogo(html: string): string {
  return html.replace(/(<img\b[^>]*\bsrc=")https?:\/\/[^/"]+(\/logo\/[0-9a-f]+")/gi, "$1$2");
}

function Headers({ headers }: { headers: MessageBodyProps["headers"] }) {
  return (
    <Table layout="auto" verticalSpacing={4}>
      <Table.Tbody>
        {headers.map(({ name, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may stand several times, and none moves.
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
