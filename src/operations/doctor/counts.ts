import { compareCustomers } from "../../delivery/order-index/customer-counts.ts";
import type { Reader } from "../../platform/database/database.ts";
import { writeDay } from "../../platform/days.ts";
import { compareDays, type WrongDay } from "../../store/statistics/day-counts.ts";
import { compareItems } from "../../store/statistics/item-counts.ts";
import { wrongOrderCounts } from "../../store/statistics/recount.ts";
import { type Finding, findingsOf, type Progress } from "./finding.ts";

const { ok, warning, problem } = findingsOf("counts");

/** Most products, items and days to name. The others are counted. */
const mostNamed = 3;

const report =
  "Keep a copy of the database and report this: Waybill counts them in the transaction that writes their rows.";

/** Whether the stored counts of products, order items, days and customers match their rows. */
export async function examineCounts(read: Reader, progress: Progress): Promise<Finding[]> {
  return [
    ...(await examineProducts(read)),
    ...(await examineItems(read)),
    ...(await examineDays(read, progress)),
    ...(await examineCustomers(read)),
  ];
}

/** The orders of each customer and the customers of each account, which the list of customers shows. */
async function examineCustomers(read: Reader): Promise<Finding[]> {
  const { customers, wrong } = await compareCustomers(read);
  if (wrong.length === 0) return [ok(`The orders of all ${customers} customers are as many as were counted.`)];
  const named = wrong.slice(0, mostNamed).map(({ accountId, customers, counted, wrong }) => {
    const others = wrong === 0 ? "" : `, ${wrong} of them with other orders than were counted`;
    return `account ${accountId} has ${customers} customers (${counted} counted)${others}`;
  });
  const more = wrong.length > named.length ? `; and ${wrong.length - named.length} more` : "";
  return [problem(`Other numbers were counted of customers than their rows say: ${named.join("; ")}${more}.`, report)];
}

/** The orders, downloads, emails and revenue of each day, which the overview and the reports show. */
async function examineDays(read: Reader, progress: Progress): Promise<Finding[]> {
  const { all, days, wrong } = await compareDays(read, (done, total) =>
    progress.show(`counts: ${done} of ${total} rows`),
  ).finally(() => progress.end());
  const some = all.orders && all.downloads && all.emails ? "" : " (of the newest, because there are so many)";
  const many = days === 1 ? "1 day" : `${days} days`;
  if (wrong.length === 0)
    return [ok(`The orders, downloads, emails and revenue of ${many} are what was counted${some}.`)];
  const revenue = wrong.filter(({ what }) => what === "revenue");
  const others = wrong.filter(({ what }) => what !== "revenue");
  const findings: Finding[] = [];
  if (others.length > 0) findings.push(problem(differences(others), report));
  if (revenue.length > 0) {
    const advice =
      "Orders that a server of an earlier version took while it was being replaced are not in the revenue. If there was none, report this.";
    findings.push(warning(differences(revenue), advice));
  }
  return findings;
}

/** `Stored daily counts differ from the rows: 3 downloads of product 4 on 2026-11-20 (2 counted).` */
function differences(wrong: WrongDay[]): string {
  const named = wrong.slice(0, mostNamed).map(({ of, what, day, rows, counted }) => {
    const whose = "productId" in of ? `product ${of.productId}` : `account ${of.accountId}`;
    const [is, was] = what === "revenue" ? [rows / 10_000, counted / 10_000] : [rows, counted];
    return `${is} ${what === "revenue" ? "in revenue" : what} of ${whose} on ${writeDay(day)} (${was} counted)`;
  });
  const others = wrong.length > named.length ? `; and ${wrong.length - named.length} more` : "";
  return `Stored daily counts differ from the rows: ${named.join("; ")}${others}.`;
}

/** The license keys and downloads of all order items, or of a sample. */
async function examineItems(read: Reader): Promise<Finding[]> {
  const { compared, all, wrong } = await compareItems(read);
  const items = all ? `all ${compared} order items` : `${compared} order items (the newest, and a sample of all)`;
  if (wrong.length === 0) return [ok(`The license keys and downloads of ${items} are as many as were counted.`)];
  const named = wrong.slice(0, mostNamed).map((item) => {
    const keys = `${item.keys} keys (${item.keysAssigned} counted)`;
    return `item ${item.itemId} has ${keys} and ${item.downloads} downloads (${item.downloadCount} counted)`;
  });
  const summary = `Of ${items}, ${wrong.length} have other numbers than were counted: ${named.join("; ")}.`;
  return [problem(summary, report)];
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
