/** Settings of a new account (docs/command-line.md, account create). Other settings start with their columns' defaults. */
export const newAccountSettings = {
  orderExpirationInHours: 240,
  downloadLimitPerItem: 5,
  firstOrderNumber: 10_000_001,
};
