/** One file of an order item, as the customer gets it. */
export interface DeliveredFile {
  id: number;
  filename: string;
  sizeBytes: number;
  contentType: string;
  /** Downloads left; null when unlimited. */
  remaining: number | null;
}

/** One product of an order, as the customer gets it. */
export interface DeliveredItem {
  /** Identifier in `/get/ITEM-GUID`. */
  guid: string;
  sku: string;
  productName: string;
  quantity: number;
  files: DeliveredFile[];
}

/** An order as its page and its delivery email show it. */
export interface Delivery {
  /** Identifier in `/orders/ORDER-GUID`. */
  guid: string;
  /** The order id that the customer knows, such as `1001` or `M-1001`. */
  orderId: string;
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  /** Milliseconds since 1970 in UTC. */
  createdAt: number;
  /** Milliseconds since 1970 in UTC; null when the links never expire. */
  expiresAt: number | null;
  items: DeliveredItem[];
}
