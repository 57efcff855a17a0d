/** Where the library's markup keeps people from using it, and what mends it; `mend` may run again on the same element. */
const mends: { selector: string; mend(element: HTMLElement): void }[] = [
  // Buttons of the sidebar: what is current is said by `aria-current`, not by a state that buttons do not have.
  {
    selector: ":is(a, button):not([role])[aria-selected]",
    mend: (element) => {
      if (element.getAttribute("aria-selected") === "true") element.setAttribute("aria-current", "true");
      else element.removeAttribute("aria-current");
      element.removeAttribute("aria-selected");
    },
  },
  // With that role, its text would not be its name.
  { selector: "button[role=search]", mend: (element) => element.removeAttribute("role") },
  // As many landmarks as operations, all with one name, help nobody.
  { selector: "[role=region][aria-label='Example Responses']", mend: (element) => element.removeAttribute("role") },
  // Its own text is hidden until the pointer is over it.
  {
    selector: "button.scalar-code-copy:not([aria-label]), button.code-copy:not([aria-label])",
    mend: (element) => element.setAttribute("aria-label", "Copy"),
  },
  // The name of a button begins with the text that it shows.
  {
    selector: "button.show-more[aria-label^='Show all']",
    mend: (element) => {
      const name = element.getAttribute("aria-label")?.replace("Show all", "Show more:") ?? "";
      element.setAttribute("aria-label", name);
    },
  },
  // What scrolls can be scrolled by keyboard.
  {
    selector: "ul.endpoints:not([tabindex]), code.hljs:not([tabindex])",
    mend: (element) => element.setAttribute("tabindex", "0"),
  },
  // What is found is listed below it for as long as the search is open.
  {
    selector: "[role=combobox]:not([aria-expanded])",
    mend: (element) => element.setAttribute("aria-expanded", "true"),
  },
  { selector: "aside[role=navigation]", mend: (element) => element.removeAttribute("role") },
];

/** Mends what the library writes below `element`, now and whenever it writes more. */
export function keepAccessible(element: Element): void {
  let planned = false;
  const mendAll = () => {
    planned = false;
    for (const { selector, mend } of mends) {
      for (const one of document.querySelectorAll<HTMLElement>(selector)) mend(one);
    }
  };
  const observer = new MutationObserver(() => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(mendAll);
  });
  // Dialogs of the library stand beside the element.
  observer.observe(element.ownerDocument.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["aria-selected"],
  });
}
