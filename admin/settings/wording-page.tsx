import { PageHeader } from "../components/page-header.tsx";
import { WordingScreen } from "./wording-screen.tsx";

/** Editor for the texts of emails and pages. */
export function WordingPage() {
  return (
    <>
      <PageHeader title="Wording" words="Customize the texts of your emails and order pages." />
      <WordingScreen />
    </>
  );
}
