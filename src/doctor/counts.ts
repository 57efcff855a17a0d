import type { Reader } from "../database/database.ts";
import { wrongOrderCounts } from "../statistics/recount.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("counts");

/** Products that are named; of the others, only their number is. */
const mostNamed = 3;

/** Whether as many orders hold each product as were counted. */
export async function examineCounts(read: Reader): Promise<Finding[]> {
  const named: string[] = [];
  let wrong = 0;
  for await (const some of wrongOrderCounts(read)) {
    for (const { sku, held, counted } of some) {
      if (named.length < mostNamed) named.push(`"${sku}" is in ${held} orders, and ${counted} were counted`);
    }
    wrong += some.length;
  }
  if (wrong === 0) return [ok("As many orders hold each product as were counted.")];
  const others = wrong > named.length ? `; and ${wrong - named.length} more` : "";
  const summary = `Of ${wrong} products, the number of orders is wrong: ${named.join("; ")}${others}.`;
  const advice =
    "A running server corrects this within an hour. Stop servers of earlier versions first: they may be the cause.";
  return [warning(summary.replace("Of 1 products", "Of 1 product"), advice)];
}
