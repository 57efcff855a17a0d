import { Text } from "@mantine/core";
import { number } from "../components/format.ts";
import { TextLink } from "../components/links.tsx";

/** Beside the emails sent: those that nobody received, of all time. */
export function KeptEmails({ count }: { count: number }) {
  const words = count === 1 ? "1 email was kept here, not sent" : `${number(count)} emails were kept here, not sent`;
  return (
    <Text size="sm">
      In total,{" "}
      <TextLink to="/admin/emails?status=kept" size="sm" underline="always">
        {words}
      </TextLink>
      .
    </Text>
  );
}
