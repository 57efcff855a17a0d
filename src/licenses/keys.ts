export {
  keyRows,
  keysOfOrderItems,
  type LicenseKey,
  listKeys,
  poolCounts,
  productsWithKeys,
  withOrders,
} from "./queries.ts";
