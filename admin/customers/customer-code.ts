export { CustomerGifts } from "./customer-gifts.tsx";
export { MissingCustomer } from "./customer-missing.tsx";
