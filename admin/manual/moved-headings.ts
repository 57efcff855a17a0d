/** Leads links to a heading that was renamed since to the one that has most of its words, such as `#renewals`. */
export function followMovedHeadings(): void {
  const follow = () => {
    const name = decoded(location.hash.slice(1));
    if (name === "" || document.getElementById(name)) return;
    const headings = [...document.querySelectorAll("main :is(h2, h3, h4, h5, h6)[id]")];
    const shared = headings.map((heading) => sharedWords(name, heading.id));
    const most = Math.max(0, ...shared);
    const heading = headings[shared.indexOf(most)];
    if (most > 0 && heading) location.replace(`#${heading.id}`);
  };
  follow();
  addEventListener("hashchange", follow);
}

/** Empty if it is not an encoded text, such as `100%`. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return "";
  }
}

/** How many words of `name` the other has, also in other forms: `restore` is in `restoring-a-backup`. */
function sharedWords(name: string, other: string): number {
  const words = other.split("-");
  return name.split("-").filter((word) => word.length > 2 && words.some((one) => beginning(one) === beginning(word)))
    .length;
}

const beginning = (word: string): string => word.slice(0, 6).replace(/(s|e|es)$/, "");
