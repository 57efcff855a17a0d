export { type KeyFilter, keysOfOrderItems, type LicenseKey, listKeys, type PoolCounts, poolCounts } from "./queries.ts";
