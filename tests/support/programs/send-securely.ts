import ipaddr from "ipaddr.js";
import { openNetwork } from "../../../src/platform/outgoing/network.ts";
import { OutgoingProblem } from "../../../src/platform/outgoing/problem.ts";

// Sends a request as the service does, in a process of its own, because the certificates that it trusts are set at its start.
// Arguments: the name server and the URL. Prints the status, or why there was none.
const [resolver = "", url = ""] = process.argv.slice(2);
const { send } = openNetwork({ resolvers: [resolver], allowed: [ipaddr.parseCIDR("127.0.0.0/8")] });
const request = { url: new URL(url), method: "GET", timeout: 10_000, mostBytes: 100, requiresTls: true } as const;
const result = await send(request).then(
  ({ status, body }) => `${status} ${body}`,
  (error) => (error instanceof OutgoingProblem ? error.reason : String(error)),
);
process.stdout.write(result);
