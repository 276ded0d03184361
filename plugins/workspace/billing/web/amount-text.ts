/** Returns an amount for people, such as `€49.00`. */
export const amountText = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
