import type { CommonTexts } from "../texts.ts";

export const common: CommonTexts = {
  frame: { skip: "Skip to content", language: "Language" },
  instant: { date: "{date},", time: "{time} UTC" },
  left: {
    downloads: { one: "{count} download left", other: "{count} downloads left" },
    none: "no downloads left",
    unlimited: "unlimited downloads",
    ofEachFile: { one: "{count} download left per file", other: "{count} downloads left per file" },
    opens: { one: "can be opened {count} more time", other: "can be opened {count} more times" },
    noOpens: "cannot be opened any more",
    unlimitedOpens: "can be opened any number of times",
  },
  keys: {
    one: "License key",
    several: { other: "{count} license keys" },
    copy: "Copy",
    copyAll: "Copy all keys",
    copied: "Copied",
    ofKey: "license key {key}",
    due: {
      one: "You will get your license key by email.",
      other: "You will get {count} license keys by email.",
    },
    moreDue: {
      one: "You will get one more license key by email.",
      other: "You will get {count} more license keys by email.",
    },
    noneForTest: "This is a test order, which takes no license keys.",
    none: "This order includes no license key for this product.",
  },
  devices: {
    title: "Devices",
    help: "Your license is activated on these devices. Remove one to use the license on another.",
    unnamed: "Device without a name",
    lastUsed: "Last used {date}",
    remove: "Remove",
    removed: "Removed. You can now use the license on another device.",
    mostRemoved: "Up to {count} can be removed in 30 days.",
    ofDevice: "device {name}",
    tooMany: "You have removed too many devices this month. Ask {store} for help.",
  },
};
