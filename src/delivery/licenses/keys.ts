export {
  keyRows,
  keysOfOrderItems,
  type LicenseKey,
  listKeys,
  poolCounts,
  productsWithFreeKey,
  productsWithKeys,
  withOrders,
} from "./queries.ts";
