import { fileById, fileNotFound, nextFiles } from "../../delivery/catalog/files.ts";
import { type ProductFile, permalinkGuidsOfFiles } from "../../delivery/catalog/queries.ts";
import { inBatches } from "../../platform/database/batches.ts";
import type { Reader } from "../../platform/database/database.ts";
import { readRowNumber } from "../../platform/integers.ts";
import { element } from "../write-xml.ts";
import { list } from "../xml/documents.ts";
import { pageOrAll, readPage } from "../xml/paging.ts";
import type { XmlRequest } from "../xml/request.ts";
import { streamXml, xml } from "../xml/respond.ts";
import { fileContent } from "./present.ts";

interface LinkedFile {
  file: ProductFile;
  /** GUID of a product whose permalink delivers the file; null if there is none. */
  productGuid: string | null;
}

/** `GET /api/v2/files`: the account's stored files, the requested page or all, newest first. */
export async function showFiles(request: XmlRequest): Promise<Response> {
  const { account, services, query } = request;
  const { read, scan } = services.db;
  const batches = pageOrAll<LinkedFile>(
    readPage(query),
    async (page) => withGuids(read, await nextFiles(scan, account.id, page)),
    () =>
      inBatches(async ({ last, limit }) =>
        withGuids(read, await nextFiles(read, account.id, { beforeId: last?.file.id, limit })),
      ),
  );
  return respondWithFiles(request, batches);
}

/** `GET /api/v2/files/{id}`. */
export async function showFile({ account, parameters, services }: XmlRequest): Promise<Response> {
  const { read } = services.db;
  const file = await fileById(read, account.id, readRowNumber(parameters.id) ?? 0);
  const [linked] = file ? await withGuids(read, [file]) : [];
  if (!linked) throw fileNotFound();
  return xml(200, element("file", fileContent(linked.file, services.accountUrl(account), linked.productGuid)));
}

/** A list of files. */
export function respondWithFiles(
  request: XmlRequest,
  batches: Iterable<LinkedFile[]> | AsyncIterable<LinkedFile[]>,
): Promise<Response> {
  const url = request.services.accountUrl(request.account);
  return streamXml(
    request,
    list("files", batches, ({ file, productGuid }) => element("file", fileContent(file, url, productGuid))),
  );
}

async function withGuids(reader: Reader, files: ProductFile[]): Promise<LinkedFile[]> {
  const guids = await permalinkGuidsOfFiles(
    reader,
    files.map(({ id }) => id),
  );
  return files.map((file) => ({ file, productGuid: guids.get(file.id) ?? null }));
}
