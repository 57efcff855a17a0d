import { Button, Text, Timeline } from "@mantine/core";
import {
  DownloadIcon,
  HistoryIcon,
  type Icon,
  MailIcon,
  PencilIcon,
  PeopleIcon,
  PlusCircleIcon,
  StopIcon,
} from "@primer/octicons-react";
import { useState } from "react";
import { useTimeline } from "../api/activity.ts";
import type { Order, TimelineEvent } from "../api/types.ts";
import { programName } from "../components/browser-name.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { bytes, moment } from "../components/format.ts";
import { LoadingSection } from "../components/loading-section.tsx";
import { readableText } from "../components/readable-address.ts";
import { Section } from "../components/section.tsx";

const few = 10;

/** As many as v3 shows at once. */
const most = 500;

/** What happened to the order, newest first. */
export function OrderTimeline({ id }: { id: Order["id"] }) {
  const [count, setCount] = useState(few);
  const { data, error, refetch } = useTimeline(id, count);
  if (error && !data) return <ErrorNotice error={error} retry={refetch} />;
  if (!data) return <LoadingSection lines={8} />;
  return (
    <Section title="Timeline">
      <Timeline bulletSize={26} lineWidth={1}>
        {data.timeline.map((event, index) => (
          // Two events can be alike.
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no ID.
          <Timeline.Item key={index} bullet={<Bullet kind={event.kind} />}>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {readableText(event.summary)}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {readableText([moment(event.at), byWhom(event)].filter(Boolean).join(" · "))}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {data.total > data.timeline.length && count < most && (
        <Button mt="md" size="xs" variant="default" onClick={() => setCount(most)}>
          Show {data.total - data.timeline.length} more
        </Button>
      )}
    </Section>
  );
}

const icons: [beginning: string, Icon][] = [
  ["order.created", PlusCircleIcon],
  ["email.", MailIcon],
  ["download.", DownloadIcon],
  ["page.", PeopleIcon],
  ["file.", PeopleIcon],
  ["renewal.", HistoryIcon],
  ["order.held", StopIcon],
];

function Bullet({ kind }: { kind: string }) {
  const Sign = icons.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? PencilIcon;
  return <Sign size={14} aria-hidden />;
}

/** The member or the API, or how a customer downloaded. */
function byWhom({ kind, actor, details }: TimelineEvent): string | null {
  if (kind === "download.counted") {
    const { ip_address, user_agent, sent_bytes, completed } = details;
    const sent = completed === false && sent_bytes !== null ? `at least ${bytes(sent_bytes)} sent` : null;
    return [ip_address, user_agent && programName(user_agent), sent].filter(Boolean).join(", ");
  }
  return actor === "Waybill" || actor === "Customer" ? null : actor;
}
