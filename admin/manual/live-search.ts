/** Shows what a search finds while its words are typed. The form works without this. */
export function searchWhileTyping(field: HTMLInputElement, content: HTMLElement): void {
  const before = [...content.childNodes];
  const title = document.title;
  const address = location.href;
  const headings = document.querySelector<HTMLElement>("details.headings");
  const told = field.form?.appendChild(document.createElement("span"));
  told?.setAttribute("role", "status");
  told?.classList.add("unseen");
  let pause: ReturnType<typeof setTimeout> | undefined;
  let asked = new AbortController();
  let isLeft = false;

  const show = (nodes: Node[], shown: { title: string; address: string; isPage: boolean }) => {
    content.replaceChildren(...nodes);
    document.title = shown.title;
    headings?.toggleAttribute("hidden", !shown.isPage);
    // One step back is the page on which the search began, whatever was typed.
    if (location.href === address && !shown.isPage) {
      isLeft = true;
      history.pushState(null, "", shown.address);
    } else history.replaceState(null, "", shown.address);
  };

  const search = async (text: string) => {
    asked.abort();
    asked = new AbortController();
    if (text === "") return show(before, { title, address, isPage: true });
    const found = `${field.form?.action}?${new URLSearchParams({ q: text })}`;
    const answer = await fetch(found, { signal: asked.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const results = page.querySelector("#content");
    if (!answer.ok || !results) return;
    const hits = results.querySelectorAll(".hits > li").length;
    if (told) told.textContent = hits === 1 ? "1 section found" : `${hits} sections found`;
    show([...results.childNodes], { title: page.title, address: found, isPage: false });
    scrollTo(0, 0);
  };

  field.addEventListener("input", () => {
    clearTimeout(pause);
    // Whoever is offline, or types on, loses nothing: Enter sends the form.
    pause = setTimeout(() => search(field.value.trim()).catch(() => {}), 200);
  });
  addEventListener("popstate", () => isLeft && location.reload());
  // After "Back", browsers show the page as it was left, even with words that were sent since.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) field.value = new URLSearchParams(location.search).get("q") ?? "";
  });
}
