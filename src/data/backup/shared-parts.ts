import { reasonOf } from "../../platform/errors.ts";
import { damaged } from "./manifest.ts";

/** The list of shared parts: name, hash and size, one part a line. */
export const listName = "shared-parts";

/** The folder of shared bytes. */
export const sharedName = "blobs";

/** Bytes that a backup shares with others. */
export interface SharedPart {
  /** Lowercase hexadecimal. */
  sha256: string;
  sizeBytes: number;
  name: string;
}

export const writeSharedPart = ({ sha256, sizeBytes, name }: SharedPart): string => `${sha256} ${sizeBytes} ${name}\n`;

/** Reads a list piece by piece. Throws `invalid` if it was changed. */
export async function* readSharedParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<SharedPart> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.map(readSharedPart);
  }
  if (rest !== "") throw changed();
}

/** Passes the list on; errors name the backup. */
export async function* partsOfBackup(name: string, parts: AsyncIterable<SharedPart>): AsyncGenerator<SharedPart> {
  try {
    yield* parts;
  } catch (error) {
    throw new Error(
      `The list of the backup ${name} cannot be read, so no shared bytes are removed: ${reasonOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

function readSharedPart(line: string): SharedPart {
  const [, sha256, size, name] = /^([0-9a-f]{64}) (\d{1,15}) ([\w./-]+)$/.exec(line) ?? [];
  if (sha256 && name) return { sha256, sizeBytes: Number(size), name };
  throw changed();
}

const changed = () => damaged(`its file ${listName} was changed`);
