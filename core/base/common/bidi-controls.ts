/**
 * Matches text without the characters that turn the direction of what follows: with them `gnp.exe` reads like
 * `exe.png`. Marks of direction, which right-to-left texts need, are none.
 */
export const WITHOUT_BIDI_CONTROLS = /^[^\u202A-\u202E\u2066-\u2069]*$/;

/** Says what is wrong with a name that has such characters. */
export const BIDI_CONTROLS_MESSAGE = 'must not contain characters that change the direction of text';

/** Arguments of a shape's `regex`: `z.string().regex(...plainDirection)`. */
export const plainDirection = [WITHOUT_BIDI_CONTROLS, BIDI_CONTROLS_MESSAGE] as const;
