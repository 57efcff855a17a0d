import { Group, Stack, Text } from "@mantine/core";
import { useParams } from "react-router";
import { useEmail } from "../api/emails.ts";
import { useOrder } from "../api/orders.ts";
import type { EmailWithContent, Order } from "../api/types.ts";
import { customerAddress } from "../components/customer-address.ts";
import { emailNames, giftDayWords, waitsForDay } from "../components/email-words.ts";
import { ErrorNotice } from "../components/error-notice.tsx";
import { moment } from "../components/format.ts";
import { FromNow } from "../components/from-now.tsx";
import { TextLink } from "../components/links.tsx";
import { blankLine, LoadingSection } from "../components/loading-section.tsx";
import { NoMoreEmails } from "../components/no-more-emails.tsx";
import { orderAddress } from "../components/order-address.ts";
import { nameOfOrder } from "../components/order-link.tsx";
import { PageHeader } from "../components/page-header.tsx";
import { readableAddress } from "../components/readable-address.ts";
import { Section } from "../components/section.tsx";
import { EmailStatusBadge } from "./email-status.tsx";
import { EmailTries } from "./email-tries.tsx";
import { isErased, lackOfContent } from "./erased.ts";
import { MessageBody } from "./message-body.tsx";
import { MissingEmail, namesNoEmail } from "./missing-email.tsx";
import { SendAgain } from "./send-again.tsx";

const back = { to: "/admin/emails", label: "Emails" };

/** One email to a customer: its delivery attempts and content. */
export function EmailDetail() {
  const { id = "" } = useParams();
  const { data: email, error, refetch } = useEmail(id);
  if (namesNoEmail(error)) return <Missing />;
  const title = email ? (email.subject ?? emailNames[email.kind]) : "Email";
  return (
    <>
      <PageHeader title={title} back={back} words={email ? <Facts email={email} /> : blankLine}>
        {email && <SendAgain email={email} />}
      </PageHeader>
      {email ? <Parts email={email} /> : error ? <ErrorNotice error={error} retry={refetch} /> : <Loading />}
    </>
  );
}

function Missing() {
  return (
    <>
      <PageHeader title="Email" back={back} />
      <MissingEmail list={{ to: back.to, label: "View all emails" }} />
    </>
  );
}

function Loading() {
  return (
    <Stack role="status" aria-label="Loading the email" gap="lg">
      <LoadingSection lines={2} />
      <LoadingSection lines={16} />
    </Stack>
  );
}

function Parts({ email }: { email: EmailWithContent }) {
  return (
    <Stack gap="lg">
      {email.recipient && <NoMoreEmails to={email.recipient} enabled={mayBeStopped(email)} />}
      <Section title="Delivery attempts">
        <EmailTries tries={email.tries} />
        <Next email={email} />
      </Section>
      <Section title="Message">
        <Content email={email} />
      </Section>
    </Stack>
  );
}

/** No emails may go to the address any more. */
const mayBeStopped = ({ status }: EmailWithContent) => ["failed", "bounced", "complained"].includes(status);

function Facts({ email }: { email: EmailWithContent }) {
  const { recipient, order_id } = email;
  return (
    <Group component="span" gap="xs">
      <EmailStatusBadge email={email} />
      <Text component="span" style={{ overflowWrap: "anywhere" }}>
        {isErased(email)
          ? `Recipient and message were erased${order_id === null ? "" : ` with order ${nameOfOrder(email)}`}`
          : `to ${readableAddress(recipient ?? "")}`}
      </Text>
      {order_id === null && !isErased(email) && recipient && (
        <TextLink to={customerAddress(recipient)}>All links of this customer</TextLink>
      )}
      {order_id !== null && !isErased(email) && (
        <TextLink to={orderAddress(order_id)} style={{ overflowWrap: "anywhere" }}>
          Order {nameOfOrder(email)}
        </TextLink>
      )}
    </Group>
  );
}

/** What happens next. */
function Next({ email }: { email: EmailWithContent }) {
  const words = afterwards(email);
  if (!words) return null;
  return (
    <Text size="sm" mt="sm">
      {words}
    </Text>
  );
}

function afterwards(email: EmailWithContent) {
  if (email.kind === "library") return afterRequest(email);
  if (isErased(email)) return afterDeletion(email);
  return email.kind === "delivery" ? whileOrdered(email) : afterAnnouncement(email);
}

/** Nobody is told twice of an update, or that a gift is on its way. */
function afterAnnouncement({ status, next_attempt_at }: EmailWithContent) {
  if (status === "queued" && next_attempt_at)
    return (
      <>
        Next attempt <FromNow iso={next_attempt_at} ahead />.
      </>
    );
  if (status === "kept") return "There is no mail server, so nobody received this email.";
  if (status === "bounced") return "The email could not be delivered. Correct the email address in the order.";
  return status === "failed" ? "We stopped trying. Correct the email address in the order." : null;
}

/** A customer asks for all links again, or somebody sends them at the customer. */
function afterRequest({ status }: EmailWithContent) {
  if (status === "over_allowance")
    return "The daily email limit was reached. Send the links again from the customer's page.";
  if (status === "bounced") return "The email could not be delivered.";
  return status === "failed" ? "We stopped trying. Send the links again from the customer's page." : null;
}

/** An email of a deleted order cannot be resent. */
function afterDeletion({ status }: EmailWithContent) {
  return {
    queued: null,
    over_allowance: "The daily email limit was reached. Then the order was deleted.",
    failed: "We stopped trying. Then the order was deleted.",
    cancelled: "The order was deleted before the email was sent.",
    sent: null,
    kept: "There was no mail server, so nobody received this email. Then the order was deleted.",
    bounced: "The email could not be delivered. Then the order was deleted.",
    complained: null,
  }[status];
}

function whileOrdered(email: EmailWithContent) {
  return {
    queued: email.next_attempt_at && email.order_id !== null && (
      <OrdersNext email={email} orderId={email.order_id} at={email.next_attempt_at} />
    ),
    over_allowance: "The daily email limit was reached. This email is not sent automatically: resend it.",
    failed:
      email.tries.at(-1)?.outcome === "not_sent"
        ? "Correct what the last line says, then resend the email."
        : "We stopped trying. Correct the email address in the order, then resend the email.",
    cancelled: email.waits_for_release ? "Its order is on hold. The email follows when you release the order." : null,
    sent: null,
    kept: "There is no mail server, so nobody received this email. Resend it once a server is set up.",
    bounced: "The email could not be delivered. Correct the email address in the order, then resend the email.",
    complained: null,
  }[email.status];
}

/** The day of a gift, at which the queue looks more than once before it comes, or else the next attempt. */
function OrdersNext({ email, orderId, at }: { email: EmailWithContent; orderId: Order["id"]; at: string }) {
  const { data: order, isPending } = useOrder(orderId);
  if (isPending) return null;
  if (order && waitsForDay(email, order)) return giftDayWords(order);
  return (
    <>
      Next attempt <FromNow iso={at} ahead />.
    </>
  );
}

const unkept = {
  announcement: "Messages about updates are not kept.",
  gift_confirmation: "Messages to the buyers of gifts are not kept.",
};

function Content({ email }: { email: EmailWithContent }) {
  const { text_body, html_body, subject, recipient, message_id, sent_at } = email;
  if (email.kind === "library") return <Text c="dimmed">The message is not kept, because it holds secret links.</Text>;
  if (text_body === null && email.kind !== "delivery" && !isErased(email))
    return <Text c="dimmed">{unkept[email.kind]}</Text>;
  if (text_body === null || html_body === null) {
    const words = {
      deleted: "The message was erased with its order.",
      removed: "The message was removed according to the store's privacy settings.",
      unwritten: email.waits_for_release
        ? "The message is written when you release the order."
        : "The message is written at the first attempt.",
    }[lackOfContent(email)];
    return <Text c="dimmed">{words}</Text>;
  }
  const headers = [
    { name: "To", value: recipient ?? "" },
    { name: "Subject", value: subject ?? "" },
    ...(sent_at ? [{ name: "Date", value: moment(sent_at) }] : []),
    { name: "Message-ID", value: `<${message_id}>` },
  ];
  return <MessageBody html={html_body} text={text_body} headers={headers} />;
}
