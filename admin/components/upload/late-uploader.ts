import { lateCode } from "../../api/late-code.ts";

/** What uploads files: most screens do without it. */
export const uploaderCode = lateCode(() => import("./uploader.tsx"));
