/** Characters of a search that are used. */
const longestQuery = 100;
const mostWords = 8;

/** Words of questions that say nothing about what is looked for. */
const stopWords = new Set(
  `a about an and any are as at be by can could do does for from get give gives has have how i if in is it its make many may me much my
  need needs not of on or our own should so somebody someone that the their them there these they this to us use want was we what when
  where which who why will with would you your`.split(/\s+/),
);

/** The words of a search in lower case, without those that every question has, unless it has no others. */
export function searchedWords(query: string): string[] {
  const words = query
    .slice(0, longestQuery)
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^["'“”‘’(]+|["'“”‘’?!.,;:)]+$/g, "").replace(/['’]s$/, ""))
    .filter(Boolean);
  const telling = words.filter((word) => !stopWords.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, mostWords);
}
