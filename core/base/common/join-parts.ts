/** Joins the parts of a line that are there, such as `3 attached · 1 left out`. */
export const joinParts = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(each => each !== undefined && each !== '').join(' · ');
