import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { request } from "./request.ts";
import type { Answer, Move, NewMove } from "./types.ts";
import { useAction } from "./use-action.ts";

/** How both sides compare at the end of a move. */
export type MoveReport = NonNullable<Answer<"GET /moves/{id}">["report"]>;

const pollMilliseconds = 1_000;

const key = ["moves", "newest"];

/** The newest move from another service and its report; null if there was none. Followed while it runs. */
export function useNewestMove() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: key,
    queryFn: async () => {
      const [newest] = (await request<Answer<"GET /moves">>("GET", "moves")).moves;
      return newest ? request<Answer<"GET /moves/{id}">>("GET", `moves/${newest.id}`) : null;
    },
    refetchInterval: ({ state }) => (state.data?.move.state === "running" ? pollMilliseconds : false),
  });
  const ended = query.data?.move.finished_at ?? null;
  // Every list may have new rows now.
  useEffect(() => {
    if (ended !== null) queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "moves" });
  }, [ended, queries]);
  return query;
}

function useMoveAction<Input>(action: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useAction({ mutationFn: action, onSuccess: () => queries.invalidateQueries({ queryKey: key }) });
}

export const useStartMove = () => useMoveAction((move: NewMove) => request("POST", "moves", { move }));

export const useStopMove = (id: Move["id"]) => useMoveAction(() => request("POST", `moves/${id}/stop`));
