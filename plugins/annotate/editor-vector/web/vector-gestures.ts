import type { EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from './messages.ts';

/** Gestures of the pointer for the keyboard sheet. */
export const vectorGestures: readonly EditorShortcut[] = [
  {
    group: messages.groups.view,
    title: messages.vectorGestures.zoomAtThePointer,
    keys: [messages.vectorGestures.wheel, messages.vectorGestures.pinch],
  },
  {
    group: messages.groups.view,
    title: messages.vectorGestures.pan,
    keys: ['Space+drag', messages.vectorGestures.middleButton, messages.vectorGestures.twoFingers],
  },
  { group: messages.groups.view, title: messages.vectorGestures.panSideways, keys: ['Shift+wheel'] },
  { group: messages.groups.drawing, title: messages.vectorGestures.boxFromTheCentre, keys: ['Alt', 'Shift'] },
  {
    group: messages.groups.drawing,
    title: messages.vectorGestures.endTheShape,
    keys: ['Enter', 'N', messages.vectorGestures.doubleClick, messages.vectorGestures.clickOnTheFirstPoint],
  },
  {
    group: messages.groups.drawing,
    title: messages.vectorGestures.undoLastPoint,
    keys: ['Backspace', 'Ctrl+Z', 'Esc'],
  },
  {
    group: messages.groups.drawing,
    title: messages.vectorGestures.freeHand,
    keys: [messages.vectorGestures.drag, 'Shift+drag'],
  },
  {
    group: messages.groups.drawing,
    title: messages.vectorGestures.traceNeighbouringEdge,
    keys: ['Alt+click', messages.vectorGestures.click, messages.vectorGestures.click],
  },
  { group: messages.groups.drawing, title: messages.vectorGestures.keepTo45, keys: ['Shift+click'] },
  {
    group: messages.groups.drawing,
    title: messages.vectorGestures.insertAPoint,
    keys: [messages.vectorGestures.clickOnAnEdge],
  },
  { group: messages.groups.drawing, title: messages.vectorGestures.deleteAPoint, keys: ['Alt+click', 'Shift+click'] },
  { group: messages.groups.drawing, title: messages.vectorGestures.redrawAPart, keys: ['Shift+drag'] },
  {
    group: messages.groups.drawing,
    title: messages.vectorGestures.labelOfAPoint,
    keys: [messages.vectorGestures.doubleClick, 'F2'],
  },
  { group: messages.groups.drawing, title: messages.vectorGestures.scaleFromTheCentre, keys: ['Alt', 'Shift'] },
  { group: messages.groups.drawing, title: messages.vectorGestures.turnInStepsOf15, keys: ['Shift'] },
  { group: messages.groups.shapes, title: messages.vectorGestures.cutThrough, keys: ['X'] },
  {
    group: messages.groups.snapping,
    title: messages.vectorGestures.noSnapping,
    keys: [messages.vectorGestures.ctrlHeld],
  },
  { group: messages.groups.selection, title: messages.vectorGestures.addOrTakeOut, keys: ['Ctrl+click'] },
  { group: messages.groups.selection, title: messages.vectorGestures.selectWhatLiesInside, keys: ['Shift+drag'] },
  { group: messages.groups.selection, title: messages.shared.contextMenu, keys: [messages.vectorGestures.rightClick] },
  { group: messages.groups.selection, title: messages.vectorGestures.backShapeToolSelection, keys: ['Esc'] },
];
