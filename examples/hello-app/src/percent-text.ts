/** A part of a whole in percent; a dash where there is no whole. */
export const percentText = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
