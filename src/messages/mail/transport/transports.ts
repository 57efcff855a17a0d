import type { Reader } from "../../../platform/database/database.ts";
import type { EmailKind } from "../../../platform/database/schema.ts";
import type { Vault } from "../../../platform/vault.ts";
import { isForCustomer } from "../sending/lanes.ts";
import { decryptedServer, type MailServer, type StoredServer, storedServer } from "./mail-server.ts";
import type { InstallationMailSettings, MailSettings } from "./mail-settings.ts";
import { MailError, type Mailer } from "./mailer.ts";

/** The way emails are sent: through a mail server, or into the mailbox that stores them. */
export interface Transport {
  mailer: Mailer;
  settings: MailSettings;
  /** Whether it is a server that a store has entered. */
  isStores: boolean;
}

/** The transport of the settings. */
interface InstallationTransport extends Transport {
  settings: InstallationMailSettings;
}

/** The transport of each email. */
export interface Transports {
  /** The transport of the installation's settings. */
  installation: InstallationTransport;
  /** For a store's emails to its customers, and its test emails. */
  ofStore(accountId: number): Promise<Transport>;
  /**
   * For a queued email. A link that lets a person in goes through a store's server only if the installation has none, and if it
   * opens only this store.
   */
  of(email: { accountId: number; kind: EmailKind; recipient: string }): Promise<Transport>;
  /** For a server that is not stored yet. The caller closes its mailer. */
  open(server: MailServer): Transport;
  close(): Promise<void>;
}

interface TransportSettings {
  read: Reader;
  vault: Vault;
  installation: Omit<InstallationTransport, "isStores">;
  openMailer(server: MailServer): Mailer;
  /** Whether the person with this address is a member of another account. */
  isMemberElsewhere(accountId: number, address: string): Promise<boolean>;
}

/** Maximum number of stores whose connections stay open. */
const mostOpen = 200;

export function createTransports({ read, vault, openMailer, ...settings }: TransportSettings): Transports {
  const installation: InstallationTransport = { ...settings.installation, isStores: false };
  /** By account, the last used at the end. */
  const open = new Map<number, { stored: StoredServer; transport: Transport }>();

  const ofStore = async (accountId: number) => {
    const stored = await storedServer(read, accountId);
    const known = open.get(accountId);
    open.delete(accountId);
    if (known && !(stored && Bun.deepEquals(known.stored, stored))) void known.transport.mailer.close();
    if (!stored) return installation;
    const transport = known && Bun.deepEquals(known.stored, stored) ? known.transport : openStored(stored);
    open.set(accountId, { stored, transport });
    for (const [id, { transport: oldest }] of open) {
      if (open.size <= mostOpen) break;
      open.delete(id);
      void oldest.mailer.close();
    }
    return transport;
  };

  function openStored(stored: StoredServer): Transport {
    if (stored.user !== null && stored.encrypted === null) return transportOf(stored, passwordLost);
    const server = decryptedServer(vault, stored);
    return transportOf(server, openMailer(server));
  }

  return {
    installation,
    ofStore,
    async of({ accountId, kind, recipient }) {
      if (isForCustomer(kind)) return ofStore(accountId);
      if (installation.settings.server !== null) return installation;
      const transport = await ofStore(accountId);
      if (!transport.isStores || (await settings.isMemberElsewhere(accountId, recipient))) return installation;
      return transport;
    },
    open: (server) => transportOf(server, openMailer(server)),
    async close() {
      await Promise.all([...open.values()].map(({ transport }) => transport.mailer.close()));
      open.clear();
    },
  };
}

function transportOf({ host, port, sender }: Omit<MailServer, "password">, mailer: Mailer): Transport {
  return { mailer, settings: { server: { host, port }, sender, signer: null }, isStores: true };
}

/** Emails wait until the password is entered again. */
const passwordLost: Mailer = {
  outcome: "sent",
  async send() {
    const sentence = "The password of the store's mail server is lost. Enter it again in Settings, Email.";
    throw new MailError(sentence, false);
  },
  async close() {},
};
