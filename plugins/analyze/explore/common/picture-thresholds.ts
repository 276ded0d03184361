/** Measures of pictures from which their quality is in doubt. */
export const pictureThresholds = {
  /** Less sharpness than this is blurred. */
  sharpness: 50,
  /** Less brightness than this is dark. */
  dark: 15,
  /** More brightness than this is overexposed. */
  overexposed: 90,
  /** Less contrast than this is low. */
  contrast: 10,
} as const;
