import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";

/** Takes whoever has just signed in to a screen of the area. */
export function useEnter() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (screen: string) => {
    await queries.resetQueries();
    await navigate(screen, { replace: true });
  };
}
