import type { CustomerEmailTexts } from "../email-texts.ts";

/** What the customer of an order that does not work now can do. */
const renewal = (ask: string) =>
  `{% if order.renewal == "renew" %}You can renew your order yourself on its page{% elsif order.renewal == "ended" %}You can see what to do on your order page{% else %}${ask}{% endif %}`;

export const customerEmails: CustomerEmailTexts = {
  email: {
    contents: {
      downloads: "downloads",
      key: "license key",
      keys: "license keys",
      downloadsAndKey: "downloads and license key",
      downloadsAndKeys: "downloads and license keys",
    },
    expiry: {
      never: "These links do not expire.",
      past: "These links expired on {date}.",
      until: "These links work until {date} ({distance}).",
      fromFirstDownload: "These links work for {duration} after the first download.",
    },
    test: "This is the email of a test order. It goes to you alone, not to the customer.",
    template: {
      byState: {
        open: {
          subject: "Your {{ order.contents }} from {{ store.name }} (order {{ order.name }})",
          introduction:
            "Your order {{ order.name }} from {{ store.name }} is {% if order.isPartial %}partly {% endif %}ready. Get your {{ order.contents }} here:",
          heading: "Your order is {% if order.isPartial %}partly {% endif %}ready",
          htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, your order {{ order.name }} is {% if order.isPartial %}partly {% endif %}ready. You can now get your {{ order.contents }}.`,
        },
        expired: {
          subject: "The links for your order {{ order.name }} from {{ store.name }} have expired",
          introduction: `The links for your order {{ order.name }} from {{ store.name }} have expired. ${renewal("You can ask the store to renew them on your order page")}:`,
          heading: "Your links have expired",
          htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, the links for your order {{ order.name }} have expired. ${renewal("You can ask the store to renew them on your order page")}.`,
        },
        used_up: {
          subject: "No downloads left in your order {{ order.name }} from {{ store.name }}",
          introduction: `You have used all the downloads in your order {{ order.name }} from {{ store.name }}. ${renewal("You can ask the store to renew it on your order page")}:`,
          heading: "You have no downloads left",
          htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, you have used all the downloads in your order {{ order.name }}. ${renewal("You can ask the store to renew it on your order page")}.`,
        },
        waiting_for_key: {
          subject: "Your license key for order {{ order.name }} from {{ store.name }} will follow",
          introduction:
            "Thank you for your order {{ order.name }} from {{ store.name }}. {{ order.keysDue }} This is your order page:",
          heading: "Thank you for your order",
          htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, thank you for your order {{ order.name }}. {{ order.keysDue }}`,
        },
        waiting_for_file: {
          subject: "Your order {{ order.name }} from {{ store.name }}",
          introduction:
            "Thank you for your order {{ order.name }} from {{ store.name }}.{% if order.isPartial %} Your files are not available yet. They will be on your order page as soon as {{ store.name }} adds them{% else %} This is your order page{% endif %}:",
          heading: "Thank you for your order",
          htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, thank you for your order {{ order.name }}.{% if order.isPartial %} Your files are not available yet. They will be on your order page as soon as {{ store.name }} adds them.{% endif %}`,
        },
      },
      keys: {
        subject: `Your license key{% if order.keyCount > 1 %}s{% endif %} for order {{ order.name }} from {{ store.name }}`,
        introduction: `Here {% if order.keyCount > 1 %}are your license keys{% else %}is your license key{% endif %} for order {{ order.name }} from {{ store.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}The links for this order have expired{% else %}You have used all the downloads in this order{% endif %}. ${renewal("You can ask the store for a renewal on your order page")}:`,
        heading: `Your license key{% if order.keyCount > 1 %}s{% endif %}`,
        htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, here {% if order.keyCount > 1 %}are your license keys{% else %}is your license key{% endif %} for order {{ order.name }}.{% if order.keysDue %} {{ order.keysDue }}{% endif %} {% if order.state == "expired" %}The links for this order have expired{% else %}You have used all the downloads in this order{% endif %}. ${renewal("You can ask the store for a renewal on your order page")}.`,
      },
      gift: {
        subject: `A gift from {{ gift.giver }} (order {{ order.name }} from {{ store.name }})`,
        introduction: `{{ gift.giver }} has a gift for you from {{ store.name }} (order {{ order.name }}). Get your {{ order.contents }} here:`,
        heading: `You have a gift from {{ gift.giver }}`,
        htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, {{ gift.giver }} has a gift for you from {{ store.name }} (order {{ order.name }}). You can now get your {{ order.contents }}.`,
      },
      renewed: {
        subject: `{% if gift %}Your gift from {{ gift.giver }} is renewed (order {{ order.name }} from {{ store.name }}){% else %}Your order {{ order.name }} from {{ store.name }} is renewed{% endif %}`,
        introduction: `{% if gift %}Your gift from {{ gift.giver }} (order {{ order.name }} from {{ store.name }}){% else %}Your order {{ order.name }} from {{ store.name }}{% endif %} is renewed: the links work again. Get your {{ order.contents }} here:`,
        heading: `Your {% if gift %}gift{% else %}order{% endif %} is renewed`,
        htmlIntroduction: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %}, your {% if gift %}gift from {{ gift.giver }} (order {{ order.name }}){% else %}order {{ order.name }}{% endif %} is renewed: the links work again.`,
      },
      giftMessage: `{{ gift.giver }} writes:`,
      hello: `Hello{% if customer.firstName != "" %} {{ customer.firstName }}{% endif %},`,
      openOrder: "Open your {% if gift %}gift{% else %}order{% endif %}",
      quantity: "quantity: {{ item.quantity }}",
      licenseKeys: "License key{% if item.keys.size > 1 %}s{% endif %}",
      colon: ":",
      moreKeys: "{{ item.moreKeys }} more on your order page",
      moreItems: "More products on your order page: {{ order.moreItems }}",
      notAvailableYet: "This file is not available yet. This link will work as soon as {{ store.name }} adds it.",
      help: "If something does not work or you have a question, reply to this email.",
      personal:
        "{% if order.hasKeys %}These links and license keys are personal. Please do not share them.{% else %}These links are personal. Please do not share them.{% endif %}",
      addressToCopy: "If the button does not work, copy this address into your browser:",
      sentBy: "Sent by",
    },
  },
  libraryEmail: {
    subject: "Your links from {store}",
    heading: "Your links from {store}",
    introduction:
      "These are your orders with working links. The link below shows everything you bought or received with this email address.",
    nothing:
      "None of your links work right now. The link below shows everything you bought or received with this email address, and what you can do next.",
    gifts:
      "These are gifts: for others, or for you on a later day. The link below shows everything you bought or received with this email address.",
    button: "Show everything",
    note: "The link to everything works for one hour. If you did not request this email, ignore it.",
    order: "Order {order}",
  },
  giftEmail: {
    subject: "Your gift for {recipient}: order {order}",
    heading: {
      now: "Your gift for {recipient} is on its way",
      later: "Your gift for {recipient} is delivered on {date}",
    },
    greeting: { named: "Hello {name}. ", unnamed: "Hello. " },
    recipient: { named: "{name} ({address})", unnamed: "{address}" },
    now: "Thank you for your order {order}. {recipient} is getting an email with its links. It holds {products}.",
    later: "Thank you for your order {order}. {recipient} gets an email with its links on {date}. It holds {products}.",
    note: "The links are for the recipient. If the address or the date has to change, reply to this email.",
  },
  announcementEmail: {
    subject: "New version of {{ update.product }} from {{ store.name }} (order {{ order.name }})",
    heading: "A new version of {{ update.product }} is ready",
    introduction:
      "{{ store.name }} has updated a file in your {% if gift %}gift{% else %}order {{ order.name }}{% endif %}: {{ update.filename }}. You can download the new version from {% if gift %}its{% else %}your order{% endif %} page.",
    news: "What is new:",
    reason:
      "You get this email because you {% if gift %}got {{ update.product }} from {{ store.name }} as a gift{% else %}bought {{ update.product }} from {{ store.name }}{% endif %}.",
    stop: "Stop emails about updates",
  },
};
