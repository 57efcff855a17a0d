import type { Context } from "../../src/context.ts";
import { messagePreparation } from "../../src/delivery/customer-emails/prepare.ts";
import { attempt } from "../../src/messages/mail/sending/attempt.ts";
import { emailQueue } from "../../src/messages/mail/sending/lanes.ts";
import { claimReadyEmails, newRound } from "../../src/messages/mail/sending/queue.ts";
import { usualTiming } from "../../src/messages/mail/sending/timing.ts";
import { MailError, type Mailer } from "../../src/messages/mail/transport/mailer.ts";
import { type Instant, instant } from "../../src/platform/instants.ts";
import { lineUpDeferred } from "../../src/platform/queue/queue.ts";
import type { Account } from "../../src/store/accounts/accounts.ts";
import { accountUrl } from "../../src/store/accounts/address.ts";

/** A mail server of the made-up past, which took every message. */
const taking: Mailer = {
  outcome: "sent",
  async send() {
    return "250 2.0.0 OK: queued";
  },
  async close() {},
};

/** Sends every queued email as the worker would have when it was due; the mail server refuses `undeliverable`. */
export async function sendEmails(
  { config, db, log, renderer, vault, transports }: Context,
  undeliverable: string,
  now: Instant,
) {
  const refusing = mailerThatRefuses(taking);
  const url = (account: Account) => accountUrl(config.url, account);
  const prepare = messagePreparation({ db, renderer, vault, log, accountUrl: url });
  const by = (mailer: Mailer) => ({ ...transports.installation, mailer });
  for (;;) {
    await lineUpDeferred(db, emailQueue, { now, longestPause: usualTiming.giveUpAfter });
    const { claimed } = await claimReadyEmails(db, newRound(), { now, duration: usualTiming.lease, count: 100 });
    if (claimed.length === 0) return;
    await Promise.all(
      claimed.map((email) => {
        const sentAt = instant(email.nextAttemptAt + 3_000);
        return attempt(
          {
            db,
            prepare,
            log,
            transports: { of: async ({ recipient }) => by(recipient === undeliverable ? refusing : taking) },
            timing: { ...usualTiming, now: () => sentAt },
            stopping: new AbortController().signal,
          },
          email,
        );
      }),
    );
  }
}

/** Puts a message off twice, then refuses it for good. */
function mailerThatRefuses(mailer: Mailer): Mailer {
  let tries = 0;
  return {
    ...mailer,
    async send({ to }) {
      tries++;
      if (tries < 3) throw new MailError(`451 4.7.1 <${to.address}>: Recipient address rejected: Greylisted`, false);
      throw new MailError(`550 5.1.1 <${to.address}>: Recipient address rejected: User unknown`, true);
    },
  };
}
