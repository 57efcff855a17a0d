import { extensionOf, safeFilename } from "../safe-filename.ts";

/** A file of an order, as its name in an archive needs it. */
interface NamedFile {
  itemGuid: string;
  productName: string;
  file: { filename: string };
}

/**
 * Bytes of a folder and of a file in it, without the number behind a name that is taken. Together they have fewer than 150
 * characters: Windows has paths of at most 260, with the folder into which all is unpacked.
 */
const [longestFolder, longestFile] = [45, 90];

/**
 * The name of each file in an archive: its own, in a folder of its product if there are several. No two are the same, also on
 * file systems that do not tell capitals from small letters.
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
 * A name that can be unpacked everywhere: Windows has no files with these characters, and none whose names before the first dot
 * are those of its devices, or that end with a dot or a space.
 */
function portable(name: string, longest: number): string {
  const plain = safeFilename(name, longest)
    .replace(/[<>:"|?*]/g, "_")
    .replace(/[. ]+$/, "_");
  return devices.test(plain) ? `_${plain}` : plain;
}

const devices = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]) *(\.|$)/i;

/** The name with a number if it is taken: `Map (2).pdf`. */
function unique(stem: string, extension: string, taken: Set<string>): string {
  let name = stem + extension;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem} (${number})${extension}`;
  taken.add(name.toLowerCase());
  return name;
}
