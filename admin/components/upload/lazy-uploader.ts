import { lazyCode } from "../../api/lazy-code.ts";

/** The uploader. Most screens do not need it. */
export const uploaderCode = lazyCode(() => import("./uploader.tsx"));
