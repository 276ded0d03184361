/** Milliseconds as people read them: `240 ms`, `1.4 s`. */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
