import type { Side } from '../common/arrange.ts';
import type { OrderStep } from '../common/drawing-order.ts';
import { messages } from './messages.ts';
import type { VectorKey } from './vector-key.ts';

const whenSelected: NonNullable<VectorKey['when']> = editor => editor.hasSelection;

function ordering(id: string, chords: readonly string[], title: string, to: OrderStep, icon: string): VectorKey {
  return {
    id,
    chords,
    group: messages.groups.arrange,
    title,
    changes: true,
    when: whenSelected,
    menu: { section: 'order', icon },
    run: (_, { arrange }) => arrange.reorder(to),
  };
}

function aligning(chord: string, title: string, side: Side, icon: string): VectorKey {
  return {
    id: `align.${side}`,
    chords: [chord],
    group: messages.groups.arrange,
    title,
    changes: true,
    when: whenSelected,
    menu: { section: 'align', icon },
    run: (_, { arrange }) => arrange.align(side),
  };
}

function spreading(chord: string, title: string, axis: 'x' | 'y', icon: string): VectorKey {
  return {
    id: `distribute.${axis}`,
    chords: [chord],
    group: messages.groups.arrange,
    title,
    changes: true,
    when: whenSelected,
    menu: { section: 'align', icon },
    run: (_, { arrange }) => arrange.distribute(axis),
  };
}

/** The keys that arrange the selected shapes. */
export const arrangeKeys: readonly VectorKey[] = [
  ordering('to-front', ['+', '='], messages.shared.toFront, 'front', 'toFront'),
  ordering('forward', ['Ctrl+Up'], messages.arrangeKeys.forward, 'forward', 'forward'),
  ordering('backward', ['Ctrl+Down'], messages.arrangeKeys.backward, 'backward', 'backward'),
  ordering('to-back', ['-'], messages.shared.toBack, 'back', 'toBack'),
  aligning('Alt+Shift+Left', messages.arrangeKeys.alignLeftEdges, 'left', 'alignLeft'),
  aligning('Alt+Shift+C', messages.arrangeKeys.alignCentres, 'centre', 'alignCentre'),
  aligning('Alt+Shift+Right', messages.arrangeKeys.alignRightEdges, 'right', 'alignRight'),
  aligning('Alt+Shift+Up', messages.arrangeKeys.alignUpperEdges, 'top', 'alignTop'),
  aligning('Alt+Shift+M', messages.arrangeKeys.alignMiddles, 'middle', 'alignMiddle'),
  aligning('Alt+Shift+Down', messages.arrangeKeys.alignLowerEdges, 'bottom', 'alignBottom'),
  spreading('Alt+Shift+H', messages.arrangeKeys.distributeHorizontally, 'x', 'distributeAcross'),
  spreading('Alt+Shift+V', messages.arrangeKeys.distributeVertically, 'y', 'distributeDown'),
];
