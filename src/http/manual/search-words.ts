/** Characters of a search that are used. */
const longestQuery = 100;
/** Of shorter words, a typo makes another word too easily. */
const shortestWithTypo = 5;
const mostForms = 6;
const mostWords = 8;

/** Words of questions that say nothing about what is looked for. */
const stopWords = new Set(
  `a about an and any are as at be by can could do does for from get give gives has have how i if in is it its me my not of on or our
  should so that the their them there these they this to us want was we what when where which who why will with would you your`.split(
    /\s+/,
  ),
);

/** The words of a search in lower case, without those that every question has, unless it has no others. */
export function searchedWords(query: string): string[] {
  const words = query
    .slice(0, longestQuery)
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^["'“”‘’(]+|["'“”‘’?!.,;:)]+$/g, ""))
    .filter(Boolean);
  const telling = words.filter((word) => !stopWords.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, mostWords);
}

/** What stands for `word`: itself, or the words of the pages that differ from it by one typo if none contains it. */
export function formsOf(word: string, vocabulary: ReadonlySet<string>): string[] {
  if (word.length < shortestWithTypo || !/^\p{L}+$/u.test(word)) return [word];
  const similar: string[] = [];
  for (const known of vocabulary) {
    if (known.includes(word)) return [word];
    if (similar.length < mostForms && isOneTypoAway(word, known)) similar.push(known);
  }
  return similar.length > 0 ? similar : [word];
}

/** Whether one letter more, less or changed, or two letters swapped, make `other` of `word`. */
function isOneTypoAway(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  const rest = word.slice(start);
  const otherRest = other.slice(start);
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}
