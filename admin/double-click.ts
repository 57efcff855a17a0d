/** Ignores the second click of a double click if the first one has closed a dialog: what lies beneath was not meant. */
export function ignoreClicksThroughDialogs(document: Document): void {
  let dialog: Element | null = null;
  document.addEventListener(
    "click",
    (event) => {
      if (event.detail > 1 && dialog !== null && !dialog.isConnected) {
        event.stopPropagation();
        event.preventDefault();
        return;
      }
      dialog = event.target instanceof Element ? event.target.closest("[role=dialog]") : null;
    },
    true,
  );
}
