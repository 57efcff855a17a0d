import { createWordingRenderer, type WordingRenderer } from "../../src/store/wording/renderer.ts";
import { afterTests } from "./cleanup.ts";

/** A renderer whose processes end after the tests. */
export function testRenderer(): WordingRenderer {
  const renderer = createWordingRenderer();
  afterTests(() => renderer.close());
  return renderer;
}
