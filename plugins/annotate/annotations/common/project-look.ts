/** Look of shapes over a picture. */
export interface ShapeLook {
  /** Opacity of areas, 0..1. */
  readonly fill: number;
  /** Width of outlines, CSS pixels. */
  readonly lines: number;
  /** Diameter of points, CSS pixels. */
  readonly points: number;
  /** True when all shapes show their class; hovered and selected ones always do. */
  readonly labels: boolean;
  /** Letters of class names, CSS pixels. */
  readonly fontSize: number;
}

/** Default look of pictures in a project. */
export interface ProjectLook extends ShapeLook {
  /** Factors; 1 leaves the picture as it is. */
  readonly brightness: number;
  readonly contrast: number;
}

/** The look of a project whose settings say nothing. */
export const plainProjectLook: ProjectLook = {
  brightness: 1,
  contrast: 1,
  fill: 0.2,
  lines: 2,
  points: 9,
  labels: true,
  fontSize: 11,
};

/**
 * Reads the look from the settings of a project: percentages as they are set, 0 % of brightness and contrast being the
 * picture as it is.
 */
export function projectLook(settings: Iterable<{ readonly attribute: string; readonly value: unknown }>): ProjectLook {
  const values = new Map([...settings].map(each => [each.attribute, each.value]));
  const number = (attribute: string, low: number, high: number): number | undefined => {
    const value = values.get(attribute);
    return typeof value === 'number' ? Math.min(Math.max(value, low), high) : undefined;
  };
  const factor = (attribute: string): number => Math.max(1 + (number(attribute, -100, 100) ?? 0) / 100, 0.2);
  const labels = values.get('ShowLabels');
  return {
    brightness: factor('Brightness'),
    contrast: factor('Contrast'),
    fill: (number('Fill', 0, 100) ?? 20) / 100,
    lines: number('Lines', 0.5, 20) ?? plainProjectLook.lines,
    points: number('PointSize', 3, 40) ?? plainProjectLook.points,
    labels: labels === undefined ? true : labels === 1 || labels === true,
    fontSize: number('FontSize', 6, 40) ?? plainProjectLook.fontSize,
  };
}
