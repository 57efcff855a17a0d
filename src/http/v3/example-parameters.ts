import { memberId, uploadId } from "./example-store.ts";

/** Fields outside the components that mean the same everywhere. */
export const fieldExamples: Record<string, unknown> = {
  page: 1,
  page_size: 50,
  total: 1,
  api_token: "token_b7n0Yw5mJ1cV8rKd2sQfXg",
};

/** By path and name. */
export const parameterExamples: Record<string, unknown> = {
  "/api/v3/orders q": "ann@",
  "/api/v3/orders email": "ann@example.com",
  "/api/v3/orders sku": "MAP-1",
  "/api/v3/orders status": "open",
  "/api/v3/orders waiting_for_keys": true,
  "/api/v3/orders vendor_id": "M-1001",
  "/api/v3/orders sort": "-total",
  "/api/v3/orders idempotency-key": "payment-4711",
  "/api/v3/orders/bulk idempotency-key": "payments-2026-11-20",
  "/api/v3/files q": "map",
  "/api/v3/files filename": "map.pdf",
  "/api/v3/files/{id} id": 2,
  "/api/v3/members/{id} id": memberId,
  "/api/v3/products q": "MAP",
  "/api/v3/products/{id} id": 1,
  "/api/v3/products/{id}/files id": 1,
  "/api/v3/products/{id}/files/{file_id} file_id": 2,
  "/api/v3/products/{id}/item_urls id": 1,
  "/api/v3/products/{id}/item_urls/{url_id} id": 2,
  "/api/v3/products/{id}/item_urls/{url_id} url_id": 3,
  "/api/v3/products/{id}/downloads id": 1,
  "/api/v3/products/{id}/license_keys id": 1,
  "/api/v3/products/{id}/license_keys status": "assigned",
  "/api/v3/renewal_requests status": "all",
  "/api/v3/emails status": "kept",
  "/api/v3/exports/orders.csv status": "open",
  "/api/v3/exports/orders.csv email": "ann@example.com",
  "/api/v3/exports/orders.csv vendor_id": "M-1001",
  "/api/v3/exports/orders.csv sku": "MAP-1",
  "/api/v3/exports/orders.csv waiting_for_keys": true,
  "/api/v3/exports/license_keys.csv status": "assigned",
  "/api/v3/skuproducts/{sku} sku": "MAP-2",
  "/api/v3/uploads/{id} id": uploadId,
  "/api/v3/stats from": "2026-11-20",
  "/api/v3/stats to": "2026-11-20",
};
