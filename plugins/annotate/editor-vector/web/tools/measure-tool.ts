import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { StagePointer, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { bendAngle, enclosedArea, pathLength } from '../../common/measured-path.ts';
import { messages } from '../messages.ts';
import type { VectorKey } from '../vector-key.ts';
import type { VectorTool } from '../vector-tools.ts';

const COLOR = '#ffd43b';

/** The units in which an image is measured, in words. */
export interface MeasureUnits {
  /** A length in pixels. */
  length(pixels: number): string;
  /** An area in square pixels. */
  area(pixels: number): string;
}

const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 }).replaceAll(',', ' ');

/** Pixels of the image. */
export const pixelUnits: MeasureUnits = {
  length: pixels => `${rounded(pixels)} px`,
  area: pixels => `${rounded(pixels)} px²`,
};

export const measureKey: VectorKey = {
  id: 'tool.measure',
  chords: ['M'],
  group: messages.groups.tools,
  title: messages.measureTool.measure,
  run: editor => editor.setTool('measure'),
};

/** Measures lengths, angles and areas by clicks; nothing of it is stored. */
export const measureTool = (units: MeasureUnits): VectorTool => ({
  id: 'measure',
  group: 'edit',
  title: messages.measureTool.measure,
  icon: 'ruler',
  shortcut: 'M',
  begin: () => () => measuring(units, [], undefined),
});

function measuring(units: MeasureUnits, places: readonly Place[], last: StagePointer | undefined): ToolState {
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
function measured(units: MeasureUnits, places: readonly Place[]): ToolState {
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

function described(units: MeasureUnits, places: readonly Place[]): string {
  const length = units.length(pathLength(places));
  return places.length < 3
    ? length
    : messages.measureTool.lengthAngleArea(length, Math.round(bendAngle(places)), units.area(enclosedArea(places)));
}
