import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";

/** Opens a screen after signing in. */
export function useEnter() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (screen: string) => {
    await queries.resetQueries();
    await navigate(screen, { replace: true });
  };
}
