import { useState } from 'react';
import type { JSX, PointerEvent } from 'react';
import type { SkeletonDraft } from '../common/skeleton-draft.ts';
import { drawing, withClick, withLine, withMoved, withPoint } from '../common/skeleton-draft.ts';
import { messages } from './messages.ts';
import classes from './templates.module.css';

/** Effect of the pointer: set points, join them, or move them. */
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

/**
 * Surface on which a skeleton is drawn: points by a click, lines by clicks on one point after the other, or by a drag
 * between two. The arrow keys move the point in focus.
 */
export function SkeletonCanvas({ draft, mode, picture, figure, onDraw }: SkeletonCanvasProps): JSX.Element {
  const [drag, setDrag] = useState<Drag>();
  const [chosen, setChosen] = useState<number>();
  const [pointer, setPointer] = useState<{ readonly x: number; readonly y: number }>();
  // The point may have gone with a step back.
  const begun = chosen !== undefined && chosen < draft.points.length ? chosen : undefined;
  const join = (at: number): void => {
    const next = withClick(draft, begun, at);
    setChosen(next.from);
    if (next.draft !== draft) onDraw(next.draft);
  };
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
      if (mode === 'lines' && begun !== undefined) {
        onDraw(withPoint(draft, place.x, place.y, begun));
        setChosen(draft.points.length);
      }
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
    else if (to === drag.at) join(to);
    else {
      setChosen(undefined);
      // A line that ends on nothing ends on a new point.
      onDraw(to === undefined ? withPoint(draft, place.x, place.y, drag.at) : withLine(draft, drag.at, to));
    }
  };
  const shown = drag !== undefined && mode === 'move' ? withMoved(draft, drag.at, drag.x, drag.y) : draft;
  const from = draft.points[drag?.at ?? begun ?? -1];
  const end = drag ?? pointer;
  return (
    <svg
      className={classes['canvas']}
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      role="group"
      aria-label={messages.skeletonCanvas.drawingOfCountPointsAndLines(draft.points.length, draft.connections.length)}
      onPointerDown={press}
      onPointerMove={event => {
        if (drag !== undefined) setDrag({ at: drag.at, ...placeOf(event) });
        else if (begun !== undefined) setPointer(placeOf(event));
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
      {mode === 'lines' && end !== undefined && from !== undefined ? (
        <line x1={from.x} y1={from.y} x2={end.x} y2={end.y} strokeDasharray="6 6" />
      ) : undefined}
      {shown.points.map(({ x, y }, at) => (
        <g key={at}>
          <circle
            cx={x}
            cy={y}
            r={9}
            tabIndex={0}
            data-begun={at === begun}
            role="button"
            aria-label={messages.skeletonCanvas.pointCountName(at + 1, shown.labels[at] ?? '')}
            onKeyDown={event => {
              if (mode === 'lines' && (event.key === 'Enter' || event.key === ' ')) {
                event.preventDefault();
                return join(at);
              }
              if (event.key === 'Escape' && begun !== undefined) {
                event.stopPropagation();
                return setChosen(undefined);
              }
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
