import { ApiProblem } from "./request.ts";

/** A request to the sign-in service; `path` follows `/admin/auth/`. Throws `ApiProblem`. */
export async function signInRequest<Answer>(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`/admin/auth/${path}`, {
    method: body === undefined ? "GET" : "POST",
    credentials: "same-origin",
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new ApiProblem(503, "The service cannot be reached. Check your connection and try again.", []);
  });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  if (response.status === 429) throw new ApiProblem(429, "Too many tries. Wait a minute and try again.", []);
  throw new ApiProblem(response.status, answer?.message ?? "Something went wrong. Try again.", []);
}

export function signOut(): Promise<unknown> {
  return signInRequest("sign-out", {});
}
