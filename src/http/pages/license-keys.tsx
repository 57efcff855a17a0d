/** @jsxImportSource hono/jsx */
import { fill } from "../../platform/i18n/localization.ts";
import { LongList } from "./in-pieces.tsx";
import { useLocalization } from "./language.tsx";

/** The license keys of an ordered product. `script.ts` shows the copy buttons; without it, a click selects a whole key. */
export function LicenseKeys({ keys, heading: Heading }: { keys: string[]; heading: "h3" | "h4" }) {
  const { texts, counted } = useLocalization();
  const { one, several, copy, copyAll, copied, ofKey } = texts.keys;
  return (
    <div class="keys">
      <div class="key-count">
        <Heading>{keys.length === 1 ? one : counted(several, keys.length)}</Heading>
        {keys.length > 1 && (
          <button type="button" class="copy copy-all" hidden>
            <span aria-live="polite" data-copied={copied}>
              {copyAll}
            </span>
          </button>
        )}
      </div>
      <ul>
        <LongList of={keys}>
          {(key) => (
            <li class="key">
              <code dir="ltr">{key}</code>
              <button type="button" class="copy" hidden>
                <span aria-live="polite" data-copied={copied}>
                  {copy}
                </span>
                <span class="unseen"> {fill(ofKey, { key })}</span>
              </button>
            </li>
          )}
        </LongList>
      </ul>
    </div>
  );
}
