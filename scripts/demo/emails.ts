import { accountUrl } from "../../src/accounts/address.ts";
import type { Context } from "../../src/context.ts";
import { attempt } from "../../src/mail/attempt.ts";
import { claimDueEmails } from "../../src/mail/leases.ts";
import { MailError, type Mailer } from "../../src/mail/mailer.ts";
import { usualTiming } from "../../src/mail/timing.ts";

/** Sends every queued email as the worker would have when it was due; the mail server refuses `undeliverable`. */
export async function sendEmails({ config, db, log, mailer }: Context, undeliverable: string, now: number) {
  const refusing = mailerThatRefuses(mailer);
  for (;;) {
    const due = await claimDueEmails(db, { now, duration: usualTiming.lease, count: 100, except: [] });
    if (due.length === 0) return;
    await Promise.all(
      due.map((email) => {
        const sentAt = email.next_attempt_at + 3_000;
        return attempt(
          {
            db,
            log,
            mailer: email.recipient === undeliverable ? refusing : mailer,
            from: config.mailFrom,
            accountUrl: (account) => accountUrl(config.url, account),
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
