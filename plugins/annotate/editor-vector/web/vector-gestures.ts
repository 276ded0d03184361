import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';

/** Gestures of the pointer for the keyboard sheet. */
export const vectorGestures: readonly EditorShortcut[] = [
  { group: 'View', title: messages.vectorGestures.zoomAtThePointer, keys: ['Wheel', 'Pinch'] },
  {
    group: 'View',
    title: messages.vectorGestures.pan,
    keys: ['Space+drag', messages.vectorGestures.middleButton, messages.vectorGestures.twoFingers],
  },
  { group: 'View', title: messages.vectorGestures.panSideways, keys: ['Shift+wheel'] },
  { group: 'Drawing', title: messages.vectorGestures.boxFromTheCentre, keys: ['Alt', 'Shift'] },
  {
    group: 'Drawing',
    title: messages.vectorGestures.endTheShape,
    keys: ['Enter', 'N', messages.vectorGestures.doubleClick, messages.vectorGestures.clickOnTheFirstPoint],
  },
  { group: 'Drawing', title: messages.vectorGestures.undoLastPoint, keys: ['Backspace', 'Ctrl+Z', 'Esc'] },
  { group: 'Drawing', title: messages.vectorGestures.freeHand, keys: ['Drag', 'Shift+drag'] },
  { group: 'Drawing', title: messages.vectorGestures.traceNeighbouringEdge, keys: ['Alt+click', 'Click', 'Click'] },
  { group: 'Drawing', title: messages.vectorGestures.keepTo45, keys: ['Shift+click'] },
  { group: 'Drawing', title: messages.vectorGestures.insertAPoint, keys: [messages.vectorGestures.clickOnAnEdge] },
  { group: 'Drawing', title: messages.vectorGestures.deleteAPoint, keys: ['Alt+click', 'Shift+click'] },
  { group: 'Drawing', title: messages.vectorGestures.redrawAPart, keys: ['Shift+drag'] },
  { group: 'Drawing', title: messages.vectorGestures.labelOfAPoint, keys: [messages.vectorGestures.doubleClick, 'F2'] },
  { group: 'Drawing', title: messages.vectorGestures.scaleFromTheCentre, keys: ['Alt', 'Shift'] },
  { group: 'Drawing', title: messages.vectorGestures.turnInStepsOf15, keys: ['Shift'] },
  { group: 'Shapes', title: messages.vectorGestures.cutThrough, keys: ['X'] },
  { group: 'Snapping', title: messages.vectorGestures.noSnapping, keys: [messages.vectorGestures.ctrlHeld] },
  { group: 'Selection', title: messages.vectorGestures.addOrTakeOut, keys: ['Ctrl+click'] },
  { group: 'Selection', title: messages.vectorGestures.selectWhatLiesInside, keys: ['Shift+drag'] },
  { group: 'Selection', title: messages.shared.contextMenu, keys: [messages.vectorGestures.rightClick] },
  { group: 'Selection', title: messages.vectorGestures.backShapeToolSelection, keys: ['Esc'] },
];
