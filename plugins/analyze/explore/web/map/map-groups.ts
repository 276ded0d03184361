import type { MapPoint } from '../../common/similarity-api.ts';
import { messages } from '../messages.ts';

/** Colouring of the points of the map. */
export type MapColouring = 'class' | 'status' | 'approval';
export const mapColourings: readonly MapColouring[] = ['class', 'status', 'approval'];

/** Points of one colour: their name, and how many there are. */
export interface MapGroup {
  readonly name: string;
  readonly color: string;
  readonly count: number;
}

const COLOURS = ['#2f7fd6', '#d9822b', '#2e9e55', '#cf4a4a', '#8b64c9', '#1f9aa8', '#c2578f'];
const OTHERS = '#8a93a0';

/**
 * Returns the groups of points, the largest first, and the colour of each point. Beyond seven groups the rest share a
 * colour.
 */
export function mapGroups(
  points: readonly MapPoint[],
  by: MapColouring,
  statusName: (value: number) => string,
): { readonly groups: readonly MapGroup[]; readonly colours: readonly string[] } {
  const approvals = [messages.mapView.notReviewed, messages.mapView.disapproved, messages.mapView.approved];
  const names = points.map(point =>
    by === 'class'
      ? (point.class ?? messages.shared.noClass)
      : by === 'status'
        ? statusName(point.status)
        : (approvals[point.approval] ?? messages.mapView.notReviewed),
  );
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const sorted = [...counts].sort((one, other) => other[1] - one[1]);
  const shown = sorted.slice(0, COLOURS.length);
  const colourOf = new Map(shown.map(([name], at) => [name, COLOURS[at]!]));
  const rest = sorted.slice(COLOURS.length).reduce((sum, [, count]) => sum + count, 0);
  return {
    groups: [
      ...shown.map(([name, count]) => ({ name, count, color: colourOf.get(name)! })),
      ...(rest === 0 ? [] : [{ name: messages.mapView.others, count: rest, color: OTHERS }]),
    ],
    colours: names.map(name => colourOf.get(name) ?? OTHERS),
  };
}
