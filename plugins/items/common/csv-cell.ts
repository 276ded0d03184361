/** A text as a cell of CSV; what a spreadsheet would take for a formula is led by an apostrophe. */
export const csvCell = (text: string): string => `"${(/^[=+@\-\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
