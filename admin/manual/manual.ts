import { searchWhileTyping } from "./live-search.ts";
import { followMovedHeadings } from "./moved-headings.ts";

// The pages of the documentation work without this file.

/** Says whether the text was copied. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https, scripts cannot write to the clipboard, but people can copy a selection.
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}

for (const example of document.querySelectorAll(".example")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    const isCopied = await copy(example.querySelector("code")?.textContent ?? "");
    button.focus();
    if (!isCopied) return;
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  example.append(button);
}

// What fits needs no stop for the keyboard.
for (const box of document.querySelectorAll<HTMLElement>(".table, .example pre")) {
  if (box.scrollWidth <= box.clientWidth) box.removeAttribute("tabindex");
}

// Browsers that cannot show a closed list on wide screens get it opened.
if (!CSS.supports("selector(::details-content)") && matchMedia("(min-width: 64rem)").matches) {
  for (const list of document.querySelectorAll("details")) list.open = true;
}

followMovedHeadings();

const field = document.querySelector<HTMLInputElement>("input[name=q]");
const content = document.getElementById("content");
if (field && content) searchWhileTyping(field, content);

addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping || !field) return;
  event.preventDefault();
  field.select();
});
