import type { NumberGroup } from '../../common/number-groups.ts';
import { numberGroupOf, numberGroups } from '../../common/number-groups.ts';
import type { MapPoint } from '../../common/similarity-api.ts';
import { messages } from '../messages.ts';

/** Fields of points that a colour names. */
const NAMED = ['class', 'status', 'approval', 'annotator'] as const;
/** Fields of points that are numbers. */
const MEASURED = ['priority', 'oddness', 'label_doubt'] as const;

/** Colouring of the points of the map: a field, or the id of a score as text. */
export type MapColouring = (typeof NAMED)[number] | (typeof MEASURED)[number] | `score ${number}`;

/** Points of one colour: their name, and how many there are. */
export interface MapGroup {
  readonly name: string;
  readonly color: string;
  readonly count: number;
}

/** The groups of points, and the colour of each point. */
export interface MapColours {
  readonly groups: readonly MapGroup[];
  readonly colours: readonly string[];
}

const COLOURS = ['#2f7fd6', '#d9822b', '#2e9e55', '#cf4a4a', '#8b64c9', '#1f9aa8', '#c2578f'];
/** From low to high. */
const SCALE = ['#3b78c9', '#2aa198', '#6aa83a', '#d99a21', '#d1495b'];
const OTHERS = '#8a93a0';

/** Returns the colourings that say something about the points, with their titles. */
export function mapColourings(
  points: readonly MapPoint[],
  scores: readonly { readonly id: number; readonly name: string }[],
): readonly { readonly value: MapColouring; readonly label: string }[] {
  return [
    ...NAMED.map(value => ({ value, label: messages.mapView.colourings[value] })),
    ...MEASURED.filter(field => points.some(each => each[field] !== null)).map(value => ({
      value,
      label: messages.mapView.colourings[value],
    })),
    ...scores.map(({ id, name }) => ({ value: `score ${id}` as const, label: messages.mapView.scoreOf(name) })),
  ];
}

/** Returns the groups of points and their colours: of names the largest first, of numbers in ascending order. */
export function mapGroups(
  points: readonly MapPoint[],
  by: MapColouring,
  statusName: (value: number) => string,
): MapColours {
  const numberOf = numberReader(by);
  return numberOf === undefined
    ? namedGroups(points.map(point => nameOf(point, by, statusName)))
    : measuredGroups(points.map(numberOf));
}

function numberReader(by: MapColouring): ((point: MapPoint) => number | null) | undefined {
  if (by === 'priority' || by === 'oddness' || by === 'label_doubt') return point => point[by];
  if (!by.startsWith('score ')) return undefined;
  const id = by.slice('score '.length);
  return point => point.scores[id] ?? null;
}

function nameOf(point: MapPoint, by: MapColouring, statusName: (value: number) => string): string {
  if (by === 'class') return point.class ?? messages.shared.noClass;
  if (by === 'status') return statusName(point.status);
  if (by === 'annotator') return point.annotator ?? messages.facetTitles.nobody;
  const approvals = [messages.mapView.notReviewed, messages.mapView.disapproved, messages.mapView.approved];
  return approvals[point.approval] ?? messages.mapView.notReviewed;
}

/** Beyond seven groups the rest share a colour. */
function namedGroups(names: readonly string[]): MapColours {
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

function measuredGroups(values: readonly (number | null)[]): MapColours {
  const groups = numberGroups(values.filter(each => each !== null));
  const places = values.map(each => (each === null ? undefined : numberGroupOf(groups, each)));
  const colourAt = (at: number): string =>
    SCALE[groups.length < 2 ? 0 : Math.round((at * (SCALE.length - 1)) / (groups.length - 1))]!;
  const count = (at: number | undefined): number => places.filter(each => each === at).length;
  const without = count(undefined);
  return {
    groups: [
      ...groups.map((each, at) => ({ name: rangeText(each), color: colourAt(at), count: count(at) })),
      ...(without === 0 ? [] : [{ name: messages.facetTitles.noValue, color: OTHERS, count: without }]),
    ],
    colours: places.map(at => (at === undefined ? OTHERS : colourAt(at))),
  };
}

const shortNumber = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 3 });
const rangeText = ({ least, most }: NumberGroup): string =>
  least === most ? shortNumber(least) : `${shortNumber(least)} – ${shortNumber(most)}`;
