import { type Screen, screens } from "./screens.ts";

/** Words that say how people ask, not for what. They may be missing. */
const asking = new Set(
  "a an the my our your of for to from in on with how do i can where is are me set get see show find open go change edit update manage list all".split(
    " ",
  ),
);

const most = 6;

interface Rights {
  canChange: boolean;
}

const wordsOf = (typed: string) => typed.toLowerCase().split(/\s+/).filter(Boolean);

const allowed = ({ canChange }: Rights) => screens.filter(({ changes = false }) => canChange || !changes);

const textOf = ({ title, words = "" }: Screen) => `${title} ${words}`.toLowerCase();

/** Of several things or of one: "keys" is in "Waiting for a key". */
const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, "") : word);

const hasAll = (text: string, words: string[]) => words.every((word) => text.includes(singular(word)));

/** The screens that what is typed names, those first whose title has all of it. All usual ones if nothing is typed. */
export function screensNamed(typed: string, rights: Rights): Screen[] {
  const words = wordsOf(typed);
  if (words.length === 0) return allowed(rights).filter(({ isExtra = false }) => !isExtra);
  const needed = words.filter((word) => !asking.has(word));
  const rankOf = (screen: Screen) => {
    const title = screen.title.toLowerCase();
    if (words.every((word) => title.includes(word))) return 4;
    if (hasAll(title, words)) return 3;
    if (hasAll(textOf(screen), words)) return 2;
    return needed.length > 0 && hasAll(textOf(screen), needed) ? 1 : 0;
  };
  return best(allowed(rights), rankOf);
}

/** The screens that some of the words name, those with most of them first. */
export function screensNear(typed: string, rights: Rights): Screen[] {
  const words = wordsOf(typed).filter((word) => !asking.has(word) && word.length > 2);
  const isBegun = (text: string, word: string) => ` ${text}`.includes(` ${singular(word)}`);
  return best(allowed(rights), (screen) => words.filter((word) => isBegun(textOf(screen), word)).length);
}

function best(of: Screen[], rankOf: (screen: Screen) => number): Screen[] {
  const ranked = of.map((screen) => ({ screen, rank: rankOf(screen) })).filter(({ rank }) => rank > 0);
  return ranked
    .sort((one, other) => other.rank - one.rank)
    .slice(0, most)
    .map(({ screen }) => screen);
}
