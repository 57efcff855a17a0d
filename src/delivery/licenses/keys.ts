export {
  getsKeys,
  keyRows,
  keysAmong,
  keysOfOrderItems,
  type LicenseKey,
  listKeys,
  type Pools,
  poolCounts,
  productsWithFreeKey,
  productsWithKeys,
  requireKey,
  withOrders,
} from "./queries.ts";
