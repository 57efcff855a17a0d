import type { Reader } from "../database/database.ts";
import { compareItems } from "../statistics/item-counts.ts";
import { wrongOrderCounts } from "../statistics/recount.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("counts");

/** Products that are named; of the others, only their number is. */
const mostNamed = 3;

/** Whether what was counted of products and order items is what their rows say. */
export async function examineCounts(read: Reader): Promise<Finding[]> {
  return [...(await examineProducts(read)), ...(await examineItems(read))];
}

/** The license keys and downloads of order items: of all, or of a sample. */
async function examineItems(read: Reader): Promise<Finding[]> {
  const { compared, all, wrong } = await compareItems(read);
  const items = all ? `all ${compared} order items` : `${compared} order items (the newest, and a sample of all)`;
  if (wrong.length === 0) return [ok(`The license keys and downloads of ${items} are as many as were counted.`)];
  const named = wrong.slice(0, mostNamed).map((item) => {
    const keys = `${item.keys} keys (${item.keysAssigned} counted)`;
    return `item ${item.itemId} has ${keys} and ${item.downloads} downloads (${item.downloadCount} counted)`;
  });
  const summary = `Of ${items}, ${wrong.length} have other numbers than were counted: ${named.join("; ")}.`;
  const advice =
    "Keep a copy of the database and report this: Waybill counts both in the transaction that writes them.";
  return [problem(summary, advice)];
}

async function examineProducts(read: Reader): Promise<Finding[]> {
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
