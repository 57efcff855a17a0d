import type { RenderedEmail } from "../../messages/mail/transport/mailer.ts";
import type { CustomWordings, OwnWording, WordingName } from "../../store/wording/names.ts";
import { RendererUnavailable } from "../../store/wording/renderer/lane.ts";
import type { WordingRenderer } from "../../store/wording/renderer.ts";
import { WordingError } from "../../store/wording/wording-error.ts";
import type { Delivery } from "../orders/reading/customer-view.ts";
import type { FileUpdate } from "./announcement-context.ts";
import { languageOf } from "./delivery-context.ts";
import { builtInWordings, type RenderedWordings, renderWordings, type WordingUse } from "./render-wording.ts";
import { parseTemplates, renderDeliveryEmail } from "./templates.ts";

const parts = {
  email: ["email_subject", "email_text", "email_html"],
  update: ["update_subject", "update_text", "update_html"],
} as const;

/** With at most this many products, files and keys, rendering the built-in email takes a few milliseconds. */
const fewEntries = 20;

/** A store's template that could not be used, and why. */
interface WordingProblem extends OwnWording {
  name: WordingName;
  problem: string;
}

/**
 * Renders the delivery email from the store's own templates. If one cannot be used, the customer still gets the email,
 * with the built-in text, and `problems` says why. Rejects with `RendererUnavailable`.
 */
export async function composeDeliveryEmail(
  renderer: WordingRenderer,
  own: CustomWordings,
  use: WordingUse,
): Promise<ComposedEmail> {
  if (parts.email.every((name) => own[name] === undefined) && entriesOf(use.delivery) <= fewEntries) {
    await parseTemplates(languageOf(use.store));
    return { email: renderDeliveryEmail(use), problems: [] };
  }
  return compose(renderer, own, use, parts.email);
}

/** The same for the email about `use.update`. */
export const composeUpdateEmail = (
  renderer: WordingRenderer,
  own: CustomWordings,
  use: WordingUse & { update: FileUpdate },
): Promise<ComposedEmail> => compose(renderer, own, use, parts.update);

interface ComposedEmail {
  email: RenderedEmail;
  problems: WordingProblem[];
}

async function compose(
  renderer: WordingRenderer,
  own: CustomWordings,
  use: WordingUse,
  names: readonly [WordingName, WordingName, WordingName],
): Promise<ComposedEmail> {
  const usesOwn = new Set(names.filter((name) => own[name] !== undefined));
  const builtIn = builtInWordings(languageOf(use.store));
  const problems: WordingProblem[] = [];
  // A failed template is replaced by the built-in one. One that was not tried is rendered again.
  for (let round = 0; round <= 2 * names.length; round++) {
    const sources = Object.fromEntries(
      names.map((name) => {
        const source = usesOwn.has(name) ? own[name]?.source : undefined;
        return [name, { source: source ?? builtIn[name], isBuiltIn: source === undefined }];
      }),
    );
    const rendered = await renderWordings(renderer, sources, use);
    const failed = [...usesOwn].filter((name) => rendered[name] instanceof WordingError);
    if (failed.length === 0) return { email: wholeEmail(names.map((name) => rendered[name])), problems };
    for (const name of failed) {
      const { message, isOwnFault } = rendered[name] as WordingError;
      const wording = own[name];
      if (!isOwnFault || !wording) continue;
      problems.push({ name, ...wording, problem: message });
      usesOwn.delete(name);
    }
  }
  throw new RendererUnavailable();
}

function wholeEmail(rendered: RenderedWordings[WordingName][]): RenderedEmail {
  const [subject, text, html] = rendered.map((part) => {
    if (typeof part !== "string") throw new RendererUnavailable(part);
    return part;
  }) as [string, string, string];
  return { subject, text, html };
}

const entriesOf = ({ items }: Delivery) =>
  items.reduce((sum, { files, licenseKeys }) => sum + 1 + files.length + licenseKeys.length, 0);
