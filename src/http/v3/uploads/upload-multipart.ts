import { Readable } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { filenameProblem } from "../../../delivery/catalog/files.ts";
import { DomainError } from "../../../platform/errors.ts";
import type { FileStore, StoredFile } from "../../../platform/files/store.ts";
import { giveWay } from "../../../platform/give-way.ts";
import { RequestError } from "../framework/errors.ts";
import { fileMediaType } from "./upload-media-type.ts";

/** A file whose bytes are stored but which is not in the database yet. */
export interface ReceivedFile {
  stored: StoredFile;
  filename: string;
  contentType: string;
}

/** Limits for other fields and for a part's headers, in size and number; all of them are ignored. */
const limits = { files: 1, fields: 20, fieldSize: 65_536, parts: 40, headerPairs: 40, headerSize: 16_384 };

/**
 * Bytes passed to the parser at once, before and after the file begins. A piece with many small parts is parsed to its end even
 * if there are too many, and is slowest in a process that has not parsed a form before.
 */
const [firstPieceSize, pieceSize] = [4_096, 32_768];

interface Receiving {
  parser: BusboyInstance;
  /** Rejects with the form's mistake, or with the store's error. */
  failed: Promise<never>;
  file: { stream: BusboyFileStream; storing: Promise<ReceivedFile> } | null;
}

/**
 * Stores the file in the field `file` of a `multipart/form-data` body (RFC 7578) while it arrives, with bounded memory.
 * If the form is invalid or incomplete, nothing stays in the store. Throws `RequestError` 400 for a body that is not a
 * form, and `invalid` for a form with no file or several.
 */
export async function receiveMultipart(
  body: ReadableStream<Uint8Array>,
  contentType: string,
  store: FileStore,
): Promise<ReceivedFile> {
  const receiving = receive(contentType, store);
  try {
    await pump(body, receiving);
    if (!receiving.file) throw wrongFile("is required: send one file in a field with this name");
    return await receiving.file.storing;
  } catch (error) {
    await discard(receiving, store, error);
    throw error;
  }
}

function receive(contentType: string, store: FileStore): Receiving {
  const parser = createParser(contentType);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  const receiving: Receiving = { parser, failed, file: null };
  parser.on("error", () => reject(new RequestError(400, "The request body is not a complete multipart form.")));
  const tooMany = () =>
    reject(
      new RequestError(
        400,
        `The form has too many fields: at most ${limits.fields} are allowed in addition to the file.`,
      ),
    );
  parser.on("fieldsLimit", tooMany);
  parser.on("partsLimit", tooMany);
  parser.on("filesLimit", () => reject(wrongFile("must be a single file")));
  parser.on("field", (name) => {
    if (name === "file") reject(wrongFile("must be a file with a file name"));
  });
  parser.on("file", (name, stream, filename, _encoding, type) => {
    stream.on("error", () => {});
    const problem = name === "file" ? filenameProblem(filename) : null;
    if (name !== "file") return reject(wrongFile(`must be the name of the file's field, not ${JSON.stringify(name)}`));
    if (problem) return reject(wrongFile(`has an invalid file name: it ${problem}`));
    const storing = store
      .put(Readable.toWeb(stream) as ReadableStream<Uint8Array>)
      .then((stored) => ({ stored, filename, contentType: fileMediaType(filename, type) }));
    storing.catch(reject);
    receiving.file = { stream, storing };
  });
  return receiving;
}

function createParser(contentType: string): BusboyInstance {
  try {
    const headers = { "content-type": contentType };
    return new Busboy({ headers, limits, isPartAFile: (_name, _type, filename) => filename !== undefined });
  } catch {
    throw new RequestError(400, "The Content-Type of a multipart form must include the boundary.");
  }
}

/**
 * Passes on one piece at a time. The next one is read once the store has room for it, and not at all if the form is
 * invalid.
 */
async function pump(body: ReadableStream<Uint8Array>, receiving: Receiving): Promise<void> {
  const { parser, failed } = receiving;
  const finished = new Promise((resolve) => parser.once("finish", resolve));
  for await (const chunk of body) {
    for (let start = 0; start < chunk.length; ) {
      const piece = chunk.subarray(start, start + (receiving.file ? pieceSize : firstPieceSize));
      start += piece.length;
      const written = new Promise<void>((resolve) => parser.write(piece, () => resolve()));
      await Promise.race([written, failed]);
      await giveWay();
    }
  }
  parser.end();
  await Promise.race([finished, failed]);
}

async function discard({ file }: Receiving, store: FileStore, error: unknown): Promise<void> {
  if (!file) return;
  file.stream.destroy(error instanceof Error ? error : new Error("The form was rejected."));
  const received = await file.storing.catch(() => null);
  if (received) await store.delete(received.stored.key);
}

const wrongFile = (message: string) => new DomainError("invalid", `file ${message}.`, [{ field: "file", message }]);
