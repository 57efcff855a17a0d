// What stands below a product's files, outside the first bundle.
export { ProductStamp } from "./product-stamp.tsx";
export { ProductUpdates } from "./product-updates.tsx";
