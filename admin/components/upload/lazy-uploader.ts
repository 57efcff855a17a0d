import { lazyCode } from "../../api/lazy-code.ts";

/** What uploads files: most screens do without it. */
export const uploaderCode = lazyCode(() => import("./uploader.tsx"));
