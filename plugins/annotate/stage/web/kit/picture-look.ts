/**
 * Display settings of the picture, without effect on the stored work: its bytes, and what is computed from them, stay
 * as they are.
 */
export interface PictureLook {
  /** Factor; 1 leaves the picture as it is. */
  readonly brightness: number;
  /** Factor about the middle grey; 1 leaves the picture as it is. */
  readonly contrast: number;
  /** Above 1 brightens the dark parts, below 1 darkens them. */
  readonly gamma: number;
  readonly inverted: boolean;
}

/** The picture as it is. */
export const plainLook: PictureLook = { brightness: 1, contrast: 1, gamma: 1, inverted: false };

export function isPlainLook({ brightness, contrast, gamma, inverted }: PictureLook): boolean {
  return brightness === 1 && contrast === 1 && gamma === 1 && !inverted;
}

/** Returns the displayed value for each value 0..255 of a channel. The shader of the stage computes the same. */
export function lookTable({ brightness, contrast, gamma, inverted }: PictureLook): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => {
    const from = inverted ? 1 - value / 255 : value / 255;
    const lit = ((from - 0.5) * contrast + 0.5) * brightness;
    return Math.round(Math.min(Math.max(lit, 0), 1) ** (1 / gamma) * 255);
  });
}

/** Shader text of {@link lookTable}, on a colour that is multiplied with its opacity. */
export const lookShader = `
uniform bool u_plain;
uniform bool u_inverted;
uniform vec3 u_look;
vec4 looked(vec4 color) {
  if (u_plain || color.a == 0.0) return color;
  vec3 from = color.rgb / color.a;
  if (u_inverted) from = 1.0 - from;
  vec3 lit = ((from - 0.5) * u_look.y + 0.5) * u_look.x;
  return vec4(pow(clamp(lit, 0.0, 1.0), vec3(1.0 / u_look.z)) * color.a, color.a);
}
`;
