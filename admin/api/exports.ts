import { ApiProblem, ask } from "./request.ts";

/** As long as a request's first line may be for usual proxies before the service. */
const longestAddress = 7_500;

/**
 * The address of a list, such as `orders`, as a CSV file, with the mark by which Excel knows UTF-8. `filter` has v3's
 * parameters; what is empty is left out, and one with several values is given once for each.
 */
export function exportAddress(list: string, filter: Record<string, string | null | (string | number)[]>): string {
  const given = Object.entries(filter).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one ?? "")]),
  );
  const query = new URLSearchParams([["bom", "true"], ...given.filter(([, value]) => value !== "")]);
  return `/api/v3/exports/${list}.csv?${query}`;
}

/** Has the browser save the file. It would say of a refusal only that it failed: asked first, that is an `ApiProblem`. */
export async function startExport(address: string): Promise<void> {
  if (address.length > longestAddress) {
    throw new ApiProblem(414, "Too many orders for one export. Select fewer, or search and export the list.", []);
  }
  const answer = await ask("GET", address.replace("/api/v3/", ""));
  await answer.body?.cancel();
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
