export { RenameDialog } from "./rename-dialog.tsx";
export { ReplaceDialog } from "./replace-dialog.tsx";
export { Versions } from "./version-list.tsx";
