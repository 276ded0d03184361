import { useState } from 'react';
import type { JSX, PointerEvent } from 'react';
import type { SkeletonDraft } from '../common/skeleton-draft.ts';
import { drawing, withLine, withMoved, withPoint } from '../common/skeleton-draft.ts';
import { messages } from './messages.ts';
import classes from './templates.module.css';

/** What the pointer does: set points, join them, or move them. */
export type DrawingMode = 'points' | 'lines' | 'move';

interface SkeletonCanvasProps {
  readonly draft: SkeletonDraft;
  readonly mode: DrawingMode;
  /** Address of the picture below; a figure when `figure`, else nothing. */
  readonly picture: string | undefined;
  readonly figure: boolean;
  readonly onDraw: (next: SkeletonDraft) => void;
}

interface Drag {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

const STEP = 4;

/** Where a skeleton is drawn: points by a click, lines by a drag from point to point. The arrow keys move the point in focus. */
export function SkeletonCanvas({ draft, mode, picture, figure, onDraw }: SkeletonCanvasProps): JSX.Element {
  const [drag, setDrag] = useState<Drag>();
  const placeOf = (event: PointerEvent<SVGElement>): { readonly x: number; readonly y: number } => {
    const box = (event.currentTarget.ownerSVGElement ?? (event.currentTarget as SVGSVGElement)).getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * drawing.width,
      y: ((event.clientY - box.top) / box.height) * drawing.height,
    };
  };
  const hit = ({ x, y }: { readonly x: number; readonly y: number }): number | undefined => {
    const at = draft.points.findIndex(each => Math.hypot(each.x - x, each.y - y) <= 14);
    return at === -1 ? undefined : at;
  };
  const press = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return;
    const place = placeOf(event);
    const at = hit(place);
    if (at === undefined) {
      if (mode === 'points') onDraw(withPoint(draft, place.x, place.y));
      return;
    }
    if (mode === 'points') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ at, ...place });
  };
  const release = (event: PointerEvent<SVGSVGElement>): void => {
    if (drag === undefined) return;
    const place = placeOf(event);
    const to = hit(place);
    setDrag(undefined);
    if (mode === 'move') onDraw(withMoved(draft, drag.at, place.x, place.y));
    // A line that ends on nothing ends on a new point.
    else if (to === undefined) onDraw(withPoint(draft, place.x, place.y, drag.at));
    else if (to !== drag.at) onDraw(withLine(draft, drag.at, to));
  };
  const shown = drag !== undefined && mode === 'move' ? withMoved(draft, drag.at, drag.x, drag.y) : draft;
  const from = drag === undefined ? undefined : draft.points[drag.at];
  return (
    <svg
      className={classes['canvas']}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      role="group"
      aria-label={messages.skeletonCanvas.drawingOfCountPointsAndLines(draft.points.length, draft.connections.length)}
      onPointerDown={press}
      onPointerMove={event => {
        if (drag !== undefined) setDrag({ at: drag.at, ...placeOf(event) });
      }}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
    >
      {picture === undefined ? undefined : (
        <image href={picture} width={drawing.width} height={drawing.height} preserveAspectRatio="xMidYMid meet" />
      )}
      {figure ? (
        <g className={classes['figure']} aria-hidden>
          <path d="M288 70 a32 32 0 1 0 64 0 a32 32 0 1 0 -64 0 M320 120 V270 M320 150 L220 240 M320 150 L420 240 M320 270 L260 430 M320 270 L380 430" />
        </g>
      ) : undefined}
      {shown.connections.map(([one, other]) => (
        <line
          key={`${one} ${other}`}
          x1={shown.points[one]!.x}
          y1={shown.points[one]!.y}
          x2={shown.points[other]!.x}
          y2={shown.points[other]!.y}
        />
      ))}
      {mode === 'lines' && drag !== undefined && from !== undefined ? (
        <line x1={from.x} y1={from.y} x2={drag.x} y2={drag.y} strokeDasharray="6 6" />
      ) : undefined}
      {shown.points.map(({ x, y }, at) => (
        <g key={at}>
          <circle
            cx={x}
            cy={y}
            r={9}
            tabIndex={0}
            role="button"
            aria-label={messages.skeletonCanvas.pointCountName(at + 1, shown.labels[at] ?? '')}
            onKeyDown={event => {
              const [across, down] = {
                ArrowLeft: [-STEP, 0],
                ArrowRight: [STEP, 0],
                ArrowUp: [0, -STEP],
                ArrowDown: [0, STEP],
              }[event.key] ?? [0, 0];
              if (across === 0 && down === 0) return;
              event.preventDefault();
              onDraw(withMoved(draft, at, x + across!, y + down!));
            }}
          />
          <text x={x + 13} y={y - 9}>
            {at + 1} {shown.labels[at]}
          </text>
        </g>
      ))}
    </svg>
  );
}
