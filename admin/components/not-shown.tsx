import { ApiProblem } from "../api/request.ts";
import { NotFound } from "../layout/not-found.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Loading } from "./loading.tsx";
import { PageHeader } from "./page-header.tsx";

interface NotShownProps {
  /** What the screen shows, such as "Connection". */
  title: string;
  back: { to: string; label: string };
  error: unknown;
  retry: () => unknown;
}

/** In place of a screen of one thing, which is not there, could not be loaded, or is being loaded. */
export function NotShown({ title, back, error, retry }: NotShownProps) {
  if (!error) return <Loading />;
  if (error instanceof ApiProblem && (error.status === 404 || error.status === 422)) return <NotFound />;
  return (
    <>
      <PageHeader title={title} back={back} />
      <ErrorNotice error={error} retry={retry} />
    </>
  );
}
