export {
  getsKeys,
  keyRows,
  keysOfOrderItems,
  type LicenseKey,
  listKeys,
  type Pools,
  poolCounts,
  productsWithFreeKey,
  productsWithKeys,
  withOrders,
} from "./queries.ts";
