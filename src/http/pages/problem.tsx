/** @jsxImportSource hono/jsx */
import { renderDocument } from "./layout.tsx";
import { type Problem, problems } from "./problems.ts";
import type { PageStore } from "./store-mark.tsx";

export { type Problem, problemSentence, problemStatus } from "./problems.ts";

interface ProblemPageProps {
  /** Null where no store is known. */
  store: PageStore | null;
  problem: Problem;
}

/** The page for a link that delivers nothing, as an HTML document: what happened, and what to do next. */
export function ProblemPage({ store, problem }: ProblemPageProps): string {
  const { title, happened, next } = problems[problem];
  return renderDocument({
    title: store ? `${title} – ${store.name}` : title,
    store,
    children: (
      <main id="content" class="problem">
        <span class="sign">
          <ProblemSign />
        </span>
        <h1>{title}</h1>
        <p>{happened}</p>
        <h2>What to do</h2>
        <p>{next(store?.name ?? "the store that you bought from")}</p>
      </main>
    ),
  });
}

function ProblemSign() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.25"
      aria-hidden="true"
    >
      <path d="M12 7v6m0 4v.01" stroke-linecap="round" />
      <circle cx="12" cy="12" r="9.5" stroke-width="1.75" />
    </svg>
  );
}
