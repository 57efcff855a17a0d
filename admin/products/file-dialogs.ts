export { RenameDialog } from "./rename-dialog.tsx";
export { ReplaceDialog } from "./replace-dialog.tsx";
export { TellBuyers } from "./tell-buyers.tsx";
export { Versions } from "./version-list.tsx";
