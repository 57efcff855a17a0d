export { keysOfOrderItems, type LicenseKey, listKeys, poolCounts } from "./queries.ts";
