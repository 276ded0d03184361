/**
 * Styles of the outlines of each person's copy: colours that people with impaired colour vision can distinguish and
 * that carry white letters (4.5 : 1), and a pattern as well.
 */
const looks: readonly { readonly color: string; readonly dash: readonly number[] }[] = [
  { color: '#1f6feb', dash: [] },
  { color: '#c2410c', dash: [9, 4] },
  { color: '#28803a', dash: [3, 3] },
  { color: '#ae3ec9', dash: [12, 3, 3, 3] },
  { color: '#c92a2a', dash: [6, 6] },
];

/** The look of the person at that place. */
export const lookOf = (person: number): { readonly color: string; readonly dash: readonly number[] } =>
  looks[person % looks.length]!;

/** A share as people read it. */
export const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? '–' : `${Math.round(share * 100)} %`;
