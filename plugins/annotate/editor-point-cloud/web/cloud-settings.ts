import { proxy, subscribe } from 'valtio';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import { browserStore } from '#core/base/web/index.ts';

const KEY = 'loupe_point_cloud_view';

/** Values that the colour of points can show. */
export const colorings = ['height', 'intensity', 'classification', 'color', 'object', 'label', 'camera'] as const;
export type Coloring = (typeof colorings)[number];

/** The colourings that a frame of a cloud has values for. */
export function offeredColorings(
  { channels, images }: Pick<CloudView, 'channels' | 'images'>,
  frame: number,
): Coloring[] {
  const own: readonly string[] = channels;
  return colorings.filter(each =>
    each === 'camera'
      ? images.some(image => image.frame === frame)
      : each === 'height' || each === 'object' || each === 'label' || own.includes(each),
  );
}

/** CSS pixels of a point. */
export const pointSizes = { min: 1, max: 8 } as const;
/** CSS pixels from the middle of the brush to its edge. */
export const brushSizes = { min: 4, max: 80 } as const;
/** Points drawn at once. */
export const budgets = { min: 50_000, max: 5_000_000, plain: 2_000_000, withoutGraphics: 300_000 } as const;

/** Display preferences of a person. */
export interface CloudPreferences {
  coloring: Coloring;
  pointSize: number;
  /** Undefined until the person chose one. */
  budget: number | undefined;
  labels: boolean;
}

/** The person's preferences, the same on every scan and kept in this browser. */
export function cloudPreferences(): CloudPreferences {
  const state = proxy<CloudPreferences>({
    coloring: 'height',
    pointSize: 2,
    budget: undefined,
    labels: true,
    ...stored(),
  });
  subscribe(state, () => browserStore.set(KEY, JSON.stringify(state)));
  return state;
}

function stored(): Partial<CloudPreferences> {
  try {
    const { coloring, pointSize, budget, labels } = JSON.parse(
      browserStore.get(KEY) ?? '{}',
    ) as Partial<CloudPreferences>;
    return {
      ...(colorings.includes(coloring as Coloring) ? { coloring: coloring as Coloring } : {}),
      ...(typeof pointSize === 'number' && pointSize >= pointSizes.min && pointSize <= pointSizes.max
        ? { pointSize }
        : {}),
      ...(typeof budget === 'number' && budget >= budgets.min && budget <= budgets.max ? { budget } : {}),
      ...(typeof labels === 'boolean' ? { labels } : {}),
    };
  } catch {
    return {};
  }
}
