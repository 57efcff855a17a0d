export { ProductDetail } from "./product-detail.tsx";
export { ProductNew } from "./product-new.tsx";
