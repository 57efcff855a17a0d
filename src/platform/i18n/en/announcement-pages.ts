import type { AnnouncementPageTexts } from "../texts.ts";

export const announcementPages: AnnouncementPageTexts = {
  stopUpdates: {
    title: "Emails about updates",
    words:
      "{store} can tell you by email when a file that you bought is updated. Do you want to stop these emails for {email}?",
    button: "Stop these emails",
    doneTitle: "No more emails about updates",
    done: "{store} will not email {email} about updates any more. You still get emails about your orders, and your links keep working.",
    undo: "Send me these emails again",
    resumedTitle: "You get emails about updates again",
    resumed: "{store} can tell {email} again when a file is updated.",
  },
};
