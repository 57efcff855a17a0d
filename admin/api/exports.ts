import { ApiProblem, ask } from "./request.ts";

/** Common reverse proxies limit the length of a request's first line. */
const maxAddressLength = 7_500;

/**
 * The URL of a list, such as `orders`, as a CSV file with a byte order mark for Excel. `filter` has v3's parameters:
 * empty values are left out, and arrays repeat the parameter.
 */
export function exportAddress(list: string, filter: Record<string, string | null | (string | number)[]>): string {
  const given = Object.entries(filter).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one ?? "")]),
  );
  const query = new URLSearchParams([["bom", "true"], ...given.filter(([, value]) => value !== "")]);
  return `/api/v3/exports/${list}.csv?${query}`;
}

/** Downloads the file. Requests it once before, which turns a refusal into an `ApiProblem`. */
export async function startExport(address: string): Promise<void> {
  if (address.length > maxAddressLength) {
    throw new ApiProblem(414, "Too many orders for one export. Select fewer, or search and export the list.", []);
  }
  const answer = await ask("GET", address.replace("/api/v3/", ""));
  await answer.body?.cancel();
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
