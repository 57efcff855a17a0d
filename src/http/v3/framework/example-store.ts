import { permalinkPath } from "../../../platform/customer-paths.ts";

// Values that many examples share. They tell one story, of a store with one product, and an order with that product.

export const store = "https://ann.example.com";
export const created = "2026-11-20T21:37:00+00:00";
export const permalink = permalinkPath("Yb9E0lvNqTNhGmYhYyJ6Sg");
