import { Badge } from "@mantine/core";

/** Colour and word, so that neither stands alone. */
export function OrderStatus({ status }: { status: "open" | "expired" }) {
  return (
    <Badge variant="light" tt="none" color={status === "open" ? "teal" : "gray"}>
      {status === "open" ? "Open" : "Expired"}
    </Badge>
  );
}
