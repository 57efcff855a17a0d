import { create as contentDisposition } from "content-disposition";
import { allStoredFiles } from "../../delivery/catalog/stored-files.ts";
import type { Reader } from "../../platform/database/database.ts";
import { reasonOf } from "../../platform/errors.ts";
import type { FileStore, OpenedFile } from "../../platform/files/store.ts";
import { isLoopbackName } from "../../store/accounts/address.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("store links");

/** Milliseconds to wait for the store. */
const patience = 10_000;

/** Seconds for which the test link works. */
const life = 60;

const settings =
  "If customers reach the store at another address, set public_endpoint in WAYBILL_FILES. If they cannot reach it, add redirects=off.";

/** Whether the S3 store sends files to redirected customers, with the right name and type. `url` is the service's. */
export async function examineStoreLinks(read: Reader, files: Pick<FileStore, "open">, url: URL): Promise<Finding[]> {
  const stored = await anyFile(read, files);
  if (!stored?.opened.link) return [ok("No file is stored yet, so no link to the store was tried.")];
  const asked = { contentDisposition: contentDisposition(stored.filename), contentType: "application/octet-stream" };
  const link = new URL(await stored.opened.link({ ...asked, seconds: life }));
  const findings: Finding[] = [];
  if (isLoopbackName(link.hostname) && !isLoopbackName(url.hostname)) {
    return [problem(`Customers are sent to ${link.origin}, which leads to their own machine.`, settings)];
  }
  if (link.protocol === "http:" && url.protocol === "https:") {
    const summary = `Customers are sent from https to ${link.origin}: browsers may refuse such downloads.`;
    findings.push(problem(summary, "Give the store a certificate, and use its https address. Or add redirects=off."));
  }
  return [...findings, await fetchAsCustomer(link, asked)];
}

/** Any file whose bytes exist; null if there is none. */
async function anyFile(
  read: Reader,
  files: Pick<FileStore, "open">,
): Promise<{ filename: string; opened: OpenedFile } | null> {
  for await (const batch of allStoredFiles(read)) {
    for (const { filename, storageKey, sizeBytes } of batch) {
      const opened = sizeBytes > 0 ? await files.open(storageKey) : null;
      if (opened) return { filename, opened };
    }
  }
  return null;
}

async function fetchAsCustomer(
  link: URL,
  asked: { contentDisposition: string; contentType: string },
): Promise<Finding> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(patience);
    response = await fetch(link, { headers: { range: "bytes=0-0" }, redirect: "manual", signal });
  } catch (error) {
    return problem(`Customers are sent to ${link.origin}, which does not answer: ${reasonOf(error)}.`, settings);
  }
  if (response.status !== 206 && response.status !== 200) {
    const [, code = "no reason"] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? [];
    const summary = `Customers are sent to ${link.origin}, which answers ${response.status} (${code}).`;
    const advice =
      "Check this machine's clock, and that the credentials may read objects. A proxy in front of the store must not change the host and the query.";
    return problem(summary, `${advice} ${settings}`);
  }
  await response.body?.cancel();
  const answered = [response.headers.get("content-disposition"), response.headers.get("content-type")];
  if (answered[0] === asked.contentDisposition && answered[1] === asked.contentType) {
    return ok(`Customers who are sent to ${link.origin} get files from there, with their names and types.`);
  }
  const summary = `${link.origin} sends files without the names and types that it is asked for (${answered.join(", ")}).`;
  const advice =
    "Let no proxy in front of the store change the query or the headers, or add redirects=off to WAYBILL_FILES.";
  return warning(summary, advice);
}
