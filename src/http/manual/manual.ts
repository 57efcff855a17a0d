import type { Asset } from "../assets.ts";

/** The path of the documentation. It needs no credentials. */
export const manualPath = "/docs";

/** The path of the files that all pages load; their names change with their content. */
export const manualAssetsPath = `${manualPath}/assets/`;

/** A heading with the text up to the next one. Searches find sections. */
export interface Section {
  /** The page's address. */
  address: string;
  /** The title of the page. */
  page: string;
  heading: string;
  /** 1 for the title of the page, up to 6. */
  level: number;
  /** The name of the heading in links, as GitHub makes it. */
  anchor: string;
  passages: Passage[];
}

/** A paragraph, a list's entry, a table's row or an example, without marks. */
export interface Passage {
  text: string;
  /** An example, with its lines. */
  isCode: boolean;
}

/** A page in the list of all pages. */
export interface Listed {
  address: string;
  title: string;
}

/** The pages beside one, where there are any. */
export interface Neighbors {
  previous: Listed | undefined;
  next: Listed | undefined;
}

/** A group in the list of all pages, under one heading of `docs/README.md`. */
export interface Group {
  title: string;
  pages: Listed[];
}

/** The frame that all pages have around their content. */
export interface Frame {
  groups: Group[];
  /** Addresses. */
  style: string;
  script: string;
  version: string;
}

/** A file of the documentation, with a tag that changes with its content. */
export interface ManualFile {
  asset: Asset;
  etag: string;
}

/** The documentation as it is served: the same for every store. */
export interface Manual {
  frame: Frame;
  sections: Section[];
  /** Pages, pictures and data by their addresses. */
  files: Map<string, ManualFile>;
  /** The files that all pages load, by name. */
  assets: Map<string, Asset>;
}
