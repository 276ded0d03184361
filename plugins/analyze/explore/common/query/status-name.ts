const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

/** True for a status by its name, such as `QualityCheck`, or as screens show it: `Quality check`. */
export const isStatus = (name: string, given: string): boolean => folded(name) === folded(given);
