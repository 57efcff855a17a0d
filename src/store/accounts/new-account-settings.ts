/** Settings of a new account (docs/reference/commands.md, account create). Other settings start with their columns' defaults. */
export const newAccountSettings = {
  orderExpirationInHours: 240,
  downloadLimitPerItem: 5,
  firstOrderNumber: 10_000_001,
};
