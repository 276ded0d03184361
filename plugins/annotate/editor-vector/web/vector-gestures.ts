import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';

/** Gestures of the pointer for the keyboard sheet. */
export const vectorGestures: readonly EditorShortcut[] = [
  { group: 'View', title: 'Zoom at the pointer', keys: ['Wheel', 'Pinch'] },
  { group: 'View', title: 'Pan', keys: ['Space+drag', 'Middle button', 'Two fingers'] },
  { group: 'View', title: 'Pan sideways', keys: ['Shift+wheel'] },
  { group: 'Drawing', title: 'Box from the centre, square', keys: ['Alt', 'Shift'] },
  { group: 'Drawing', title: 'End the shape', keys: ['Enter', 'N', 'Double click', 'Click on the first point'] },
  { group: 'Drawing', title: 'Undo last point', keys: ['Backspace', 'Ctrl+Z', 'Esc'] },
  { group: 'Drawing', title: 'Free hand', keys: ['Drag', 'Shift+drag'] },
  { group: 'Drawing', title: 'Trace neighbouring edge (start, middle, end)', keys: ['Alt+click', 'Click', 'Click'] },
  { group: 'Drawing', title: 'Keep to 45°', keys: ['Shift+click'] },
  { group: 'Drawing', title: 'Insert a point', keys: ['Click on an edge'] },
  { group: 'Drawing', title: 'Delete a point', keys: ['Alt+click', 'Shift+click'] },
  { group: 'Drawing', title: 'Redraw a part, from a point', keys: ['Shift+drag'] },
  { group: 'Drawing', title: 'Label of a point', keys: ['Double click', 'F2'] },
  { group: 'Drawing', title: 'Scale from the centre, in proportion', keys: ['Alt', 'Shift'] },
  { group: 'Drawing', title: 'Turn in steps of 15°', keys: ['Shift'] },
  { group: 'Shapes', title: 'Cut through, by clicks or a drag', keys: ['X'] },
  { group: 'Snapping', title: 'No snapping', keys: ['Ctrl held'] },
  { group: 'Selection', title: 'Add or take out', keys: ['Ctrl+click'] },
  { group: 'Selection', title: 'Select what lies inside', keys: ['Shift+drag'] },
  { group: 'Selection', title: 'Context menu', keys: ['Right click'] },
  { group: 'Selection', title: 'Back: shape, tool, selection', keys: ['Esc'] },
];
