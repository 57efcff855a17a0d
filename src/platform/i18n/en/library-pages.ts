import type { LibraryPageTexts } from "../texts.ts";

export const libraryPages: LibraryPageTexts = {
  home: {
    title: "Downloads from {store}",
    useEmailLink: "To get your downloads, open the link in your order email.",
    cannotFind: "Can’t find the email?",
    whereToLook: "Check your spam folder, or ask the store to send it again.",
  },
  library: {
    sendMyLinks: "Send me my links",
    lostLink: "Lost your link? We can email you all of them.",
    everything: "Looking for other purchases or gifts?",
    backToOrder: "Back to your order",
    form: {
      title: "Get your links by email",
      words:
        "Enter the email address you used for your orders, or at which you got a gift. You will get an email with links to everything you bought or received.",
      email: "Email address",
      send: "Send me my links",
      wrongEmail: "Enter an email address such as ann@example.com.",
      sentTitle: "Check your inbox",
      sent: "If there are orders or gifts with this email address, you will get an email within a few minutes.",
      notFound: "No email? Check your spam folder, or try another address you may have used.",
      again: "Enter another address",
      tooMany: "You have made too many requests. Try again in an hour.",
    },
    page: {
      title: "Everything you bought or received",
      words: "All orders and gifts for {email}.",
      search: "Search by product or order number",
      find: "Search",
      nothingFound: "No order matches your search.",
      nothing: "There are no orders or gifts with this email address.",
      open: "Open",
      renew: "Renew",
      newer: "Newer orders",
      older: "Older orders",
      moreProducts: { one: "and {count} more product", other: "and {count} more products" },
      gift: "Gift for {recipient}, delivery on {date}",
      giftDelivered: "Gift for {recipient}, delivered on {date}",
      states: {
        on_hold: "being checked by the store",
        revoked: "withdrawn by the store",
        expired: "expired",
        used_up: "no downloads left",
      },
      kept: "This device shows your purchases and gifts while the link in the email works.",
      keep: "Keep them here for 30 days",
      keptUntil: "This device shows your purchases and gifts until {date}.",
      forget: "Forget them on all devices",
      ended: {
        title: "This link has expired",
        words: "The link in the email works for one hour. Request a new one here.",
      },
    },
  },
};
