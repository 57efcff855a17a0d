/** Settings of a new account (docs/command-line.md, account create). Others have their defaults in the database's columns. */
export const newAccountSettings = {
  orderExpirationInHours: 240,
  downloadLimitPerItem: 5,
  firstOrderNumber: 10_000_001,
};
