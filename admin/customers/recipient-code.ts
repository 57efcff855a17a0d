export { CustomerGifts } from "./customer-gifts.tsx";
export { RecipientDetail } from "./recipient-detail.tsx";
