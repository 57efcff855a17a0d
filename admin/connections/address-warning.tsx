import { Alert } from "@mantine/core";

/** Says why a shop could not send to the connection's address, before its owner waits in vain. */
export function AddressWarning({ url }: { url: string }) {
  const problem = problemOf(new URL(url));
  return problem && <Alert color="orange">{problem}</Alert>;
}

function problemOf({ protocol, hostname }: URL): string | null {
  if (/(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)) {
    return "Only this computer can reach this address. A shop on the internet needs a public one: set WAYBILL_URL on the server.";
  }
  return protocol === "https:" ? null : "Many shops send only to addresses that begin with https.";
}
