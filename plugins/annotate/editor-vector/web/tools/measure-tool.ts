import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { VectorTool } from '#plugins/annotate/editor-vector/web/kit/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { enclosedArea, pathLength } from '../common/measured-path.ts';
import type { ImageUnits } from './image-units.ts';
import { messages } from './messages.ts';

const COLOR = '#ffd43b';

/** Measures lengths and areas by clicks; nothing of it is stored. */
export const measureTool = (units: ImageUnits): VectorTool => ({
  id: 'measure',
  title: messages.shared.measure,
  icon: 'ruler',
  shortcut: 'M',
  begin: () => () => measuring(units, [], undefined),
});

function measuring(units: ImageUnits, places: readonly Place[], last: StagePointer | undefined): ToolState {
  let pointer = last;
  const path = (): readonly Place[] => (pointer === undefined ? places : [...places, pointer.place]);
  return {
    name: places.length === 0 ? 'measure.idle' : 'measure.measuring',
    cursor: 'crosshair',
    down: event => (event.button === 0 ? measuring(units, [...places, event.place], event) : undefined),
    move(event) {
      pointer = event;
      return 'stay';
    },
    // The two clicks of it have set a place each.
    doubleClick: () => measured(units, places.slice(0, -1)),
    key({ key }) {
      if (key === 'enter' && places.length > 1) return measured(units, places);
      return key === 'backspace' && places.length > 0 ? measuring(units, places.slice(0, -1), pointer) : undefined;
    },
    cancel: () => (places.length === 0 ? undefined : measuring(units, [], pointer)),
    paint(painter) {
      const shown = path();
      if (shown.length < 2 || pointer === undefined) return false;
      painter.line(
        shown.flatMap(({ x, y }) => [x, y]),
        COLOR,
      );
      painter.labels.note(pointer.screen, described(units, shown));
      return true;
    },
  };
}

/** The measured path stays until the next click. */
function measured(units: ImageUnits, places: readonly Place[]): ToolState {
  return {
    name: 'measure.measured',
    cursor: 'crosshair',
    down: event => (event.button === 0 ? measuring(units, [event.place], event) : undefined),
    cancel: () => measuring(units, [], undefined),
    paint(painter) {
      painter.line(
        places.flatMap(({ x, y }) => [x, y]),
        COLOR,
      );
      painter.labels.label(places.at(-1)!, described(units, places), COLOR);
      return true;
    },
  };
}

function described(units: ImageUnits, places: readonly Place[]): string {
  const length = units.length(pathLength(places));
  return places.length < 3 ? length : `${length}, closed ${units.area(enclosedArea(places))}`;
}
