import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "./request.ts";
import type { Role } from "./session.ts";
import type { Answer, NewMember } from "./types.ts";
import { useAction } from "./use-action.ts";

export function useMembers(page: number, pageSize: number) {
  return useQuery({
    queryKey: ["members", page, pageSize],
    queryFn: () => request<Answer<"GET /members">>("GET", `members?page=${page}&page_size=${pageSize}`),
    placeholderData: keepPreviousData,
  });
}

function useMembersChange<Input, Given>(change: (input: Input) => Promise<Given>) {
  const queries = useQueryClient();
  return useAction({
    mutationFn: change,
    onSuccess: () => Promise.all(["members", "session"].map((name) => queries.invalidateQueries({ queryKey: [name] }))),
  });
}

export function useInvite() {
  return useMembersChange((member: NewMember) => request<Answer<"POST /members">>("POST", "members", { member }));
}

export function useChangeRole() {
  return useMembersChange(({ id, role }: { id: string; role: Role }) =>
    request("PUT", `members/${encodeURIComponent(id)}`, { member: { role } }),
  );
}

export function useRemoveMember() {
  return useMembersChange((id: string) => request("DELETE", `members/${encodeURIComponent(id)}`));
}
