import type { Page } from "playwright-core";

/** A line that begins where the one before it had no more room. */
export interface BrokenLine {
  /** The lines before and after the break, without invisible characters. */
  before: string;
  after: string;
  /** What stands between them: spaces and marks, where `<wbr>` counts as U+200B. */
  between: string;
  /** In a name that a store or customer gave. */
  inName: boolean;
  /** Within the date or the time of day of a `<time>`. */
  inTime: boolean;
  /** What stands between the nearest places for a break on both sides is wider than the column. */
  hasNoRoom: boolean;
}

/** Every break of a line in the page as it is laid out now, but those that the page itself asks for. */
export function brokenLines(page: Page): Promise<BrokenLine[]> {
  return page.evaluate(`(${measure})()`);
}

/** Runs in the page. */
const measure = `() => {
  const hidden = "script, style, title, head, .unseen, [aria-hidden], [hidden]";
  const names = "bdi, .own, .name, .key, textarea";
  const blocks = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const range = document.createRange();
  const blockOf = (node) => {
    let one = node.parentElement;
    while (getComputedStyle(one).display === "inline") one = one.parentElement;
    if (!blocks.has(one)) blocks.set(one, []);
    return blocks.get(one);
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.tagName === "WBR" || node.tagName === "BR") {
        blockOf(node).push({ character: node.tagName === "WBR" ? "\\u200b" : "\\n", seen: false });
      }
      continue;
    }
    if (node.parentElement.closest(hidden) || !node.parentElement.checkVisibility()) continue;
    const characters = blockOf(node);
    const inName = node.parentElement.closest(names) !== null;
    const time = node.parentElement.closest("time > span");
    const measured = (box) => ({ width: box.width, middle: (box.top + box.bottom) / 2, height: box.height });
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()];
    if (boxes.length === 0) boxes.push(new DOMRect());
    // What stands on one line need not be measured by the character.
    const isOneLine = boxes.every(({ top }) => Math.abs(top - boxes[0].top) <= boxes[0].height / 2);
    const whole = isOneLine && { ...measured(boxes[0]), width: range.getBoundingClientRect().width / node.length };
    let at = 0;
    for (const character of node.data) {
      if (!whole) {
        range.setStart(node, at);
        range.setEnd(node, (at += character.length));
      }
      const box = whole || measured(range.getBoundingClientRect());
      const seen = box.width > 0 && !/[\\s\\u200b\\u2060]/u.test(character);
      characters.push({ character, seen, inName, time, ...box });
    }
  }
  const mayBreak = (one) => !one.seen && /[ \\n\\u200b]/.test(one.character);
  const found = [];
  for (const [block, characters] of blocks) {
    const style = getComputedStyle(block);
    const column = block.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const lines = [];
    let between = "";
    let last = null;
    for (const [index, one] of characters.entries()) {
      if (!one.seen) {
        between += one.character;
        continue;
      }
      const isNew = last === null || Math.abs(one.middle - last.middle) > last.height / 2;
      if (isNew) lines.push({ text: "", between, index, inName: Boolean(one.inName && last?.inName), inTime: Boolean(one.time && one.time === last?.time) });
      else if (between.trim() !== between || /\\u00a0/.test(between)) lines.at(-1).text += " ";
      lines.at(-1).text += one.character;
      between = "";
      last = one;
    }
    for (const [number, line] of lines.entries()) {
      if (number === 0 || line.between.includes("\\n") && characters.some(({ character, width }) => character === "\\n" && width === undefined)) continue;
      let [start, end] = [line.index, line.index];
      while (start > 0 && !mayBreak(characters[start - 1])) start -= 1;
      while (end < characters.length && !mayBreak(characters[end])) end += 1;
      const width = characters.slice(start, end).reduce((sum, one) => sum + (one.width ?? 0), 0);
      found.push({
        before: lines[number - 1].text, after: line.text, between: line.between, inName: line.inName, inTime: line.inTime,
        hasNoRoom: start < line.index && width > column,
      });
    }
  }
  return found;
}`;
