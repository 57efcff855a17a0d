export { OrderDetail } from "./order-detail.tsx";
export { OrderNew } from "./order-new.tsx";
