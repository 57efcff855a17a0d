/** A curl command that sends an order. Needs the token in `WAYBILL_TOKEN`; `url` is the account's. */
export function orderCommand(url: string, apiKey: string | null, sku: string | null): string {
  return [
    `curl ${url}/api/v3/orders \\`,
    `  --user "${apiKey ?? "API-KEY"}:$WAYBILL_TOKEN" \\`,
    `  --header "Content-Type: application/json" \\`,
    `  --data '{"vendor_id": "1001", "email": "ann@example.com",`,
    `    "order_items": [{"item_sku": ${JSON.stringify(sku ?? "YOUR-SKU").replaceAll("'", "'\\''")}, "quantity": 1}]}'`,
  ].join("\n");
}
