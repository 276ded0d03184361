import type { FormComponent } from '../../common/form-document.ts';
import type { FormPlace } from '../../common/form-places.ts';
import { childrenOf, findComponent, holds, placeOf, takes } from '../../common/form-places.ts';

/** Target of a drop, and the line that shows it, in pixels of the window. */
export interface DropTarget {
  readonly place: FormPlace;
  readonly line: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** Thickness of the line, in pixels. */
const LINE = 3;

/**
 * Finds where components would be dropped at a point of the window: in the innermost list there that takes all of them.
 */
export function dropTargetAt(
  canvas: HTMLElement,
  point: { readonly x: number; readonly y: number },
  components: readonly FormComponent[],
  dragged: readonly FormComponent[],
): DropTarget | undefined {
  const under = document.elementsFromPoint(point.x, point.y).find(each => canvas.contains(each));
  for (
    let list =
      (under ?? canvas).closest<HTMLElement>('[data-holder]') ?? canvas.querySelector<HTMLElement>('[data-holder=""]');
    list !== null;
    list = list.parentElement?.closest<HTMLElement>('[data-holder]') ?? null
  ) {
    const parent = list.dataset['holder'] === '' ? undefined : list.dataset['holder'];
    const holder = parent === undefined ? undefined : findComponent(components, parent);
    if (parent !== undefined && dragged.some(each => each.id === parent || holds(each, parent))) continue;
    if (dragged.every(each => takes(holder, each))) return targetIn(list, parent, point, components);
  }
  return undefined;
}

function targetIn(
  list: HTMLElement,
  parent: string | undefined,
  point: { readonly x: number; readonly y: number },
  components: readonly FormComponent[],
): DropTarget {
  const nodes = [...list.querySelectorAll<HTMLElement>(':scope > [data-component]')];
  const boxes = nodes.map(each => each.getBoundingClientRect());
  const across = list.dataset['across'] === 'true';
  const found = boxes.findIndex(box =>
    across ? point.x < box.left + box.width / 2 : point.y < box.top + box.height / 2,
  );
  const at = found === -1 ? boxes.length : found;
  const frame = list.getBoundingClientRect();
  const [before, after] = [boxes[at - 1], boxes[at]];
  // The header is in another list than the rest of the top: the place is that of the neighbour.
  const next = nodes[at]?.dataset['component'];
  const place = {
    parent,
    at: (next === undefined ? undefined : placeOf(components, next)?.at) ?? childrenOf(components, parent).length,
  };
  if (across) {
    const left = after?.left ?? before?.right ?? frame.left;
    return {
      place,
      line: {
        left: (after !== undefined && before !== undefined ? (before.right + left) / 2 : left) - LINE / 2,
        top: frame.top,
        width: LINE,
        height: frame.height,
      },
    };
  }
  const top = after?.top ?? before?.bottom ?? frame.top + Math.min(12, frame.height / 2);
  return {
    place,
    line: {
      left: frame.left,
      top: (after !== undefined && before !== undefined ? (before.bottom + top) / 2 : top) - LINE / 2,
      width: frame.width,
      height: LINE,
    },
  };
}
