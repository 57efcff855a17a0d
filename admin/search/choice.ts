/** What can be chosen: an action, or what a search found. */
export interface Choice {
  key: string;
  group: "Actions" | "Orders" | "Products" | "Customers" | "Help";
  title: string;
  subtitle?: string;
  /** The screen, or a page of the docs. Absent for what `does` names. */
  to?: string;
  does?: "shortcuts" | "sign-out";
}
