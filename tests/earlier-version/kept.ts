/** What the installation of the earlier version was made with (make.ts). */
export const kept = {
  secret: "the-secret-of-an-earlier-version-0000001",
  url: "http://localhost:3000",
  key: "Key_of_an_earlier_version",
  token: "Token_of_an_earlier_version",
  email: "ada@nordlicht.example",
  password: "correct horse battery",
  content: "A booklet from before.\n",
  /** Whose answers are compared. */
  paths: [
    "/api/v3/account",
    "/api/v3/orders",
    "/api/v3/vorders/M-1",
    "/api/v3/products",
    "/api/v3/files",
    "/api/v3/downloads",
    "/api/v3/emails",
    "/api/v3/products/1/license_keys",
    "/api/account",
    "/api/items",
    "/api/items/BOOK",
    "/api/orders",
    "/api/orders/1001",
    "/api/downloads",
  ],
};
