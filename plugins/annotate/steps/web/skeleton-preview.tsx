import type { JSX } from 'react';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { StepsDraft } from '../common/step-draft.ts';
import { circlePlaces } from '../common/step-draft.ts';
import { messages } from './messages.ts';
import classes from './steps.module.css';

const SIZE = 240;

/** The points of a skeleton on a circle, in the colours of their classes, with their lines. */
export function SkeletonPreview({
  draft,
  all,
}: {
  readonly draft: StepsDraft;
  readonly all: readonly AnnotationClass[];
}): JSX.Element {
  const places = new Map(
    circlePlaces(draft.steps.length).map(([x, y], at) => [draft.steps[at]!.key, [x * SIZE, y * SIZE] as const]),
  );
  return (
    <figure className={classes['preview']}>
      <figcaption className={classes['caption']}>{messages.skeletonPreview.preview}</figcaption>
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={messages.skeletonPreview.countPoints(draft.steps.length, draft.lines.length)}
      >
        {draft.lines.map(([from, to]) => {
          const [one, other] = [places.get(from), places.get(to)];
          return one === undefined || other === undefined ? undefined : (
            <line key={`${from} ${to}`} x1={one[0]} y1={one[1]} x2={other[0]} y2={other[1]} />
          );
        })}
        {draft.steps.map((each, at) => {
          const [x, y] = places.get(each.key)!;
          return (
            <g key={each.key}>
              <title>{all.find(one => one.id === each.classId)?.name}</title>
              <circle cx={x} cy={y} r={12} stroke={all.find(one => one.id === each.classId)?.color} />
              <text x={x} y={y}>
                {at + 1}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
