export { EmailDetail } from "./email-detail.tsx";
export { EmailList } from "./email-list.tsx";
export { Mailbox } from "./mailbox.tsx";
