/** An amount of money as text, such as `9.99`; shops send what they have calculated, with many decimals. */
export const amountShape = /^\d{1,10}(\.\d{1,20})?$/;

export const largestAmount = 1_000_000_000;

/** A currency by its ISO 4217 code, in any case. */
export const currencyShape = /^[A-Za-z]{3}$/;
