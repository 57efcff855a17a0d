import { keepAccessible } from "./accessible.ts";
import { styles } from "./styles.ts";

/** What the library's script defines (https://github.com/scalar/scalar/blob/main/documentation/configuration.md). */
declare const Scalar: { createApiReference(element: Element, configuration: Record<string, unknown>): void };

/** Stand in the document, which is the same for every store. */
const anyStore = "https://store.waybill.invalid";
const anyKey = "YOUR_API_KEY";

async function start(element: HTMLElement): Promise<void> {
  const { document: address = "", url = location.origin, key } = element.dataset;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The document could not be loaded: ${response.status}.`);
  // A key with other characters would need quotes, which each language writes in its own way.
  const isPlain = key !== undefined && /^[\w.-]+$/.test(key);
  const text = (await response.text()).replaceAll(anyStore, url).replaceAll(anyKey, isPlain ? key : anyKey);
  keepAccessible(element);
  Scalar.createApiReference(element, {
    content: JSON.parse(text),
    customCss: styles,
    theme: "none",
    // Nothing is loaded from other hosts, or sent to one.
    withDefaultFonts: false,
    telemetry: false,
    persistAuth: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: "never",
    documentDownloadType: "none",
    // The tabs are those of the document.
    hiddenClients: true,
    orderRequiredPropertiesFirst: true,
    orderSchemaPropertiesBy: "preserve",
    defaultOpenFirstTag: false,
    favicon: "data:,",
  });
}

const element = document.getElementById("reference");
if (element) {
  start(element).catch((error) => {
    element.textContent = `The reference could not be shown. Reload the page. (${error instanceof Error ? error.message : error})`;
  });
}
