/** @jsxImportSource hono/jsx */
import { type Child, createContext, Fragment, useContext } from "hono/jsx";
import { languageNames, languages } from "../../platform/i18n/languages.ts";
import { type Localization, localizationFor } from "../../platform/i18n/localization.ts";

/** The language and formats of the page that is being rendered. */
export const LanguageContext = createContext<Localization>(localizationFor("en"));

export const useLocalization = (): Localization => useContext(LanguageContext);

/** A text with elements in place of its `{names}`. */
export function Filled({ text, values }: { text: string; values: Record<string, Child> }) {
  const parts = text.split(/\{(\w+)\}/);
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={String(index)}>{index % 2 === 0 ? part : values[part]}</Fragment>
      ))}
    </>
  );
}

/** Links to the same page in the other languages. */
export function LanguageSwitch() {
  const { language, texts } = useLocalization();
  return (
    <nav class="languages" aria-label={texts.frame.language}>
      <ul>
        {languages.map((one) => (
          <li key={one}>
            {one === language ? (
              <span lang={one} aria-current="true">
                {languageNames[one]}
              </span>
            ) : (
              <a href={`?lang=${one}`} lang={one} hreflang={one} rel="nofollow">
                {languageNames[one]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
