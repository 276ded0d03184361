import type { JSX } from 'react';
import type { Outline } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { differenceStyles, kindOf } from '#plugins/review/review/common/index.ts';
import { messages } from './messages.ts';
import type { DrawnDifference } from './drawn-differences.ts';

interface DifferenceDrawingProps {
  /** Of the picture, in item pixels. */
  readonly width: number;
  readonly height: number;
  readonly differences: readonly DrawnDifference[];
  readonly current: string | undefined;
  /** Versions to draw. */
  readonly show: 'both' | 'before' | 'after';
}

const path = (points: readonly number[], closed: boolean): string => {
  let text = '';
  for (let at = 0; at + 1 < points.length; at += 2) text += `${at === 0 ? 'M' : 'L'}${points[at]} ${points[at + 1]}`;
  return closed && text !== '' ? `${text}Z` : text;
};

/** The objects in which two versions differ, over the picture: as they were, dashed, and as they are. */
export function DifferenceDrawing({ width, height, differences, current, show }: DifferenceDrawingProps): JSX.Element {
  const mark = Math.max(width, height) / 150;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={messages.differenceDrawing.countDifferencesDrawnOverThePicture(differences.length)}
    >
      {differences.map(each => {
        const { color } = differenceStyles[kindOf(each)];
        const strong = each.id === current;
        const draw = (outline: Outline | undefined, old: boolean): JSX.Element | undefined => {
          if (outline === undefined) return undefined;
          const { rings, lines, dots } = outline;
          const places = Array.from(
            { length: Math.floor(dots.length / 2) },
            (_, at) => [dots[at * 2]!, dots[at * 2 + 1]!] as const,
          );
          return (
            <g stroke={color} strokeWidth={strong ? 4 : 2} strokeDasharray={old ? '6 4' : undefined} fill="none">
              <path
                vectorEffect="non-scaling-stroke"
                fill={color}
                fillOpacity={old ? 0 : strong ? 0.35 : 0.15}
                fillRule="evenodd"
                d={rings.map(ring => path(ring, true)).join('')}
              />
              <path vectorEffect="non-scaling-stroke" d={lines.map(line => path(line, false)).join('')} />
              {places.map(([x, y], at) => (
                <circle key={at} vectorEffect="non-scaling-stroke" cx={x} cy={y} r={mark} fill={old ? 'none' : color} />
              ))}
            </g>
          );
        };
        return (
          <g key={each.id}>
            {show === 'after' ? undefined : draw(each.outlines.before, true)}
            {show === 'before' ? undefined : draw(each.outlines.after, false)}
          </g>
        );
      })}
    </svg>
  );
}
