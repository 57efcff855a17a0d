import { extensionOf, safeFilename } from "../safe-filename.ts";

/** What the name of an order's file in an archive depends on. */
interface NamedFile {
  itemGuid: string;
  productName: string;
  file: { filename: string };
}

/**
 * Longest names of a folder and of a file in it, in bytes, without the number that makes a name unique. Together they
 * have fewer than 150 characters: Windows limits paths to 260, including the folder into which people unpack.
 */
const [longestFolder, longestFile] = [45, 90];

/**
 * The name of each file in an archive: its own, in a folder for its product if there are several. All names are
 * different, even on file systems that ignore case.
 */
export function zipNames(files: NamedFile[]): string[] {
  const items = new Map(files.map(({ itemGuid, productName }) => [itemGuid, productName]));
  const takenFolders = new Set<string>();
  const folders = new Map(
    [...items].map(([guid, name]) => [
      guid,
      items.size === 1 ? "" : `${unique(portable(name, longestFolder), "", takenFolders)}/`,
    ]),
  );
  const taken = new Set<string>();
  return files.map(({ itemGuid, file }) => {
    const name = portable(file.filename, longestFile);
    const extension = extensionOf(name) && `.${extensionOf(name)}`;
    const stem = name.slice(0, name.length - extension.length);
    return unique((folders.get(itemGuid) ?? "") + stem, extension, taken);
  });
}

/**
 * A name that can be unpacked everywhere. Windows does not allow these characters, device names before the first dot,
 * or a dot or space at the end.
 */
function portable(name: string, longest: number): string {
  const plain = safeFilename(name, longest)
    .replace(/[<>:"|?*]/g, "_")
    .replace(/[. ]+$/, "_");
  return devices.test(plain) ? `_${plain}` : plain;
}

const devices = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]) *(\.|$)/i;

/** Adds a number if the name is taken: `Map (2).pdf`. */
function unique(stem: string, extension: string, taken: Set<string>): string {
  let name = stem + extension;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem} (${number})${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
