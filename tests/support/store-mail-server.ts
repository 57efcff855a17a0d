import { loopbackAddress } from "./ports.ts";
import { password as ownPassword } from "./sign-in.ts";
import { startSmtpServer } from "./smtp-server.ts";

/** One of those that stores may name; each server has an address of its own. */
const port = 2525;

const credentials = { user: "shop@north.example", password: "p@ss:w/rd?#%" };

/** A mail server of a store, not encrypted unless `options` say so, in a network that `WAYBILL_OUTGOING_NETWORKS` must allow. */
export async function startStoreMailServer(options: Parameters<typeof startSmtpServer>[0] = {}) {
  const address = await loopbackAddress();
  const signIn = `${credentials.user}:${credentials.password}`;
  const server = await startSmtpServer({ address, port, credentials: signIn, encryption: "none", ...options });
  return { ...server, address, ...credentials };
}

/** What an owner enters for a store's mail server, for `PUT mail_settings`. */
export const entered = ({ address }: { address: string }, changes: object = {}) => ({
  mail_settings: {
    host: address,
    port,
    security: "none",
    ...credentials,
    from: "shop@north.example",
    current_password: ownPassword,
    ...changes,
  },
});
