/** Says what happens to an email that was just queued; `sendsEmail` is false without a mail server. */
export function onItsWay(email: string, sendsEmail: boolean): string {
  return sendsEmail
    ? `The email is on its way to ${email}.`
    : `The email to ${email} is kept here, not sent. There is no mail server.`;
}
