import { fill, type Localization } from "../../platform/i18n/localization.ts";

/** For the script, which replaces it. */
const duration = "#";

/** What the script says once a download has begun: that it has, and how long it takes. */
export const startedTexts = ({ texts }: Localization) => ({
  "data-started": texts.file.started,
  "data-takes": fill(texts.file.takes, { duration }),
  "data-takes-at-most": fill(texts.file.takesAtMost, { duration }),
});
