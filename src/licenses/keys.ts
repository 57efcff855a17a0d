export { keysOfOrderItems, type LicenseKey, listKeys, poolCounts, productsWithKeys } from "./queries.ts";
