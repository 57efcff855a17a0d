import { permalinkPath } from "../../../platform/customer-paths.ts";

// What many examples name. They tell one story, of a store with one product, and the order that holds it.

export const store = "https://ann.example.com";
export const created = "2026-11-20T21:37:00+00:00";
export const permalink = permalinkPath("Yb9E0lvNqTNhGmYhYyJ6Sg");
