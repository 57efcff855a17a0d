import type { ProductFile } from "../delivery/catalog/queries.ts";

/** How a browser shows a file: in a player, or as a picture or a document. */
export type PreviewKind = "audio" | "video" | "image" | "pdf";

/** Pictures that browsers show. */
const images = /^image\/(?:avif|bmp|gif|jpeg|png|svg\+xml|webp)$/;

/** Null if browsers do not show files of this type. */
export function previewKind({ contentType }: Pick<ProductFile, "contentType">): PreviewKind | null {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/pdf") return "pdf";
  if (images.test(type)) return "image";
  const family = /^(audio|video)\/[\w.+-]+$/.exec(type)?.[1];
  return family === "audio" || family === "video" ? family : null;
}
