import type { ProblemPageTexts } from "../texts.ts";

export const problemPages: ProblemPageTexts = {
  problem: {
    whatToDo: "What to do",
    theStore: "the store you bought from",
    resume:
      "If a download was interrupted, you can resume it for a day from your browser’s list of downloads. It will not count again.",
    emailFollows: "You will get an email as soon as the store has finished.",
    storeIsAt: "The store’s address is {address}.",
    on_hold: {
      sentence: "The store is checking this order; try the same link later.",
      title: "The store is checking your order",
      happened: "Until the store has finished, the links in this order do not work.",
      next: "You do not have to do anything. If you have a question, contact {store}.",
    },
    not_yet: {
      sentence: "This gift opens on {date}; try the same link then.",
      title: "This gift is not open yet",
      happened: "Its links work from {date} on.",
      next: "You do not have to do anything: the same link will work then. If you have a question, contact {store}.",
    },
    revoked: {
      sentence: "The store has withdrawn this order; contact the store if you have a question.",
      title: "The store has withdrawn this order",
      happened: "Its downloads and license keys are no longer available here.",
      next: "If you have a question, contact {store}.",
    },
    item_revoked: {
      sentence: "The store has withdrawn this product; contact the store if you have a question.",
      title: "The store has withdrawn this product",
      happened: "Its downloads and license keys are no longer available here. The rest of your order is not affected.",
      next: "If you have a question, contact {store}.",
    },
    used_up: {
      sentence: "There are no downloads left for this file; ask the store to renew your order.",
      title: "No downloads left",
      happened: "This file has been downloaded as many times as your order allows.",
      next: "Ask {store} to renew your order. You can then download this file again.",
    },
    expired: {
      sentence: "This link has expired; ask the store to renew your order.",
      title: "This link has expired",
      happened: "The time to download this order is over.",
      next: "Ask {store} to renew your order. This link will then work again.",
    },
    not_found: {
      sentence: "This link does not work: it is incomplete, or its page has been removed.",
      title: "This link does not work",
      happened: "It is incomplete, or its page has been removed.",
      next: "Open the link in your email again, or copy all of it into your browser. If it still does not work, contact {store}.",
    },
    file_missing: {
      sentence: "The store has not added this file yet; try the same link later.",
      title: "This file is not available yet",
      happened: "Your link is correct, but the store has not added the file yet.",
      next: "Try the same link later, or contact {store}. None of your downloads has been used.",
    },
    copy_not_ready: {
      sentence: "Your copy of this file is being made; try again in a few seconds.",
      title: "Your copy is being made",
      happened: "This file is made for your order. That takes a moment when it is first asked for.",
      next: "This page tries again by itself. If it takes longer than a few minutes, contact {store}. None of your downloads has been used.",
    },
    copy_failed: {
      sentence: "Your copy of this file could not be made; contact the store.",
      title: "Your copy could not be made",
      happened: "Your link is correct, but there is a problem with the store’s file.",
      next: "Contact {store}, or try the same link later. None of your downloads has been used.",
    },
    foreign_form: {
      sentence: "This form was sent from another website, so nothing was done; open the link again.",
      title: "Nothing was sent",
      happened: "This form came from another website, not from this page.",
      next: "Open the link in your email again, or contact {store}.",
    },
    unknown_store: {
      sentence: "There is no store at this address; check the domain name.",
      title: "There is no store at this address",
      happened: "No store uses this domain name.",
      next: "Check the address for typos, or open the link in your email again.",
    },
    unavailable: {
      sentence: "This file is not available right now; try again in a minute.",
      title: "Please try again in a minute",
      happened: "The service is very busy, or it cannot reach its files right now.",
      next: "Wait a minute, then open the link again. If it still does not work, contact {store}.",
    },
    internal: {
      sentence: "Something went wrong on the server; try again in a few minutes.",
      title: "Something went wrong",
      happened: "The error is on our side. You did nothing wrong.",
      next: "Try again in a few minutes. If it still does not work, contact {store}.",
    },
  },
};
