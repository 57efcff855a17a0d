import type { WordingPreview } from "../api/types.ts";

/** One use of a store's color. */
export interface ColorUse {
  label: string;
  /** The color that is used. */
  color: string;
  /** Of text on the color. */
  text?: string;
  /** Whether it is the color as given, or why not. */
  words: string;
}

const exact = "exactly your color.";

/** Where customers see the store's color, as given and as used. */
export function colorUses(given: string, used: WordingPreview["colors"]): ColorUse[] {
  const isAsGiven = (color: string) => color === given;
  return [
    {
      label: "Buttons",
      color: used.button,
      text: used.button_text,
      words:
        used.button_text === "#ffffff"
          ? "exactly your color, with white text."
          : "exactly your color. It is too light for white text, so the text is black.",
    },
    {
      label: "Button outline, light",
      color: used.button_border,
      words: isAsGiven(used.button_border)
        ? exact
        : "your color is too light to stand out on white, so buttons get a darker outline:",
    },
    {
      label: "Button outline, dark",
      color: used.button_border_dark,
      words: isAsGiven(used.button_border_dark)
        ? exact
        : "your color is too dark to stand out on a dark background, so buttons get a lighter outline:",
    },
    {
      label: "Links, light",
      color: used.link,
      words: isAsGiven(used.link) ? exact : "your color is too light to read on white, so links are darker:",
    },
    {
      label: "Links, dark",
      color: used.link_dark,
      words: isAsGiven(used.link_dark)
        ? exact
        : "your color is too dark to read on a dark background, so links are lighter:",
    },
  ];
}
