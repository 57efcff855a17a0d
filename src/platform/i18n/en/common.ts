import type { CommonTexts } from "../texts.ts";

export const common: CommonTexts = {
  frame: { skip: "Skip to content", language: "Language" },
  instant: { date: "{date},", time: "{time} UTC" },
  left: {
    downloads: { one: "{count} download left", other: "{count} downloads left" },
    none: "no downloads left",
    unlimited: "unlimited downloads",
    ofEachFile: { one: "{count} download left per file", other: "{count} downloads left per file" },
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
  },
};
