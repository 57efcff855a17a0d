import type { SendfileSetting } from "../../config/sendfile-setting.ts";
import type { OpenedFile } from "../../platform/files/store.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** Headers by which a client recognizes the version of a file. */
interface Validators {
  /** Strong, with its quotes. */
  etag: string;
  lastModified: Instant;
}

/** Lets the web server in front of this one send the bytes of files (docs/operate/run.md, Files sent by the web server). */
export interface Handover {
  /** The validators that clients get, regardless of who sends the bytes; `own` are those of this server. */
  validatorsOf(opened: OpenedFile, own: Validators): Validators;
  /**
   * The headers that ask the web server to send the whole file in response to this request. Null if this server must
   * answer.
   */
  headersFor(request: Request, opened: OpenedFile): Record<string, string> | null;
  /** True for a path that is only for the web server. If a request for it arrives here, the web server did not recognize it. */
  isPlace(path: string): boolean;
}

/** `setting` is null if no web server sends files. */
export function createHandover(setting: SendfileSetting | null): Handover {
  return {
    validatorsOf({ place, sizeBytes }, own) {
      // nginx replaces both with its own. Apache's module keeps the ones it gets.
      return setting?.header === "x-accel-redirect" && place ? nginxValidators(place.modifiedAt, sizeBytes) : own;
    },
    headersFor(request, { place }) {
      if (!setting || !place || !wantsWhole(request)) return null;
      if (setting.header === "x-accel-redirect") {
        return { [setting.header]: setting.prefix + escapedPath(place.path) };
      }
      // Apache itself does not announce support for ranges.
      return { [setting.header]: bytesOf(`${place.folder}/${place.path}`), "accept-ranges": "bytes" };
    },
    isPlace: (path) => setting?.header === "x-accel-redirect" && path.startsWith(setting.prefix),
  };
}

/** The validators that nginx makes from a file's time and size: whole seconds and bytes, both hexadecimal. */
function nginxValidators(modifiedAt: Instant, sizeBytes: number): Validators {
  const seconds = Math.floor(modifiedAt / 1000);
  return { etag: `"${seconds.toString(16)}-${sizeBytes.toString(16)}"`, lastModified: instant(seconds * 1000) };
}

/**
 * With one of these headers a client asks for something other than the whole file. Web servers read them in different ways, and a
 * request that was counted as a part must not get the whole file. For example, nginx keeps a tab before a range, and so ignores
 * the range, but this server never sees the tab.
 */
const conditions = ["range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since"];

const wantsWhole = ({ method, headers }: Request) => method === "GET" && !conditions.some((name) => headers.has(name));

/** nginx decodes the path, and treats the text after a question mark as a query. */
const escapedPath = (path: string) => path.split("/").map(encodeURIComponent).join("/");

/**
 * The path's bytes in UTF-8, one character each, as headers are written. Not escaped: Apache's module decodes the path
 * since version 1.0, and Debian's version 0.12 does not. So a data folder with a `%` in its path is rejected at the start.
 */
const bytesOf = (path: string) => Buffer.from(path, "utf8").toString("latin1");
