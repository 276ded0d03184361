import type { JSX, ReactNode } from 'react';
import { Modal } from '#core/ui/web/index.ts';
import type { Selection } from '../selection.ts';
import { sizeOf, things } from '../selection.ts';

/** Properties of the form in a dialog about selected items. */
export interface SelectionFormProps {
  readonly projectId: number;
  readonly selection: Selection;
  readonly onDone: () => void;
}

interface SelectionDialogProps {
  /** Closed while undefined. */
  readonly selection: Selection | undefined;
  readonly onClose: () => void;
  /** Returns the heading for so many items, e.g. `3 items`. */
  readonly title: (items: string) => string;
  /** `sm` when absent. */
  readonly size?: 'sm' | 'md';
  readonly children: (selection: Selection) => ReactNode;
}

/** A dialog about selected items. Its form is a new one each time it opens. */
export function SelectionDialog({
  selection,
  onClose,
  title,
  size = 'sm',
  children,
}: SelectionDialogProps): JSX.Element {
  return (
    <Modal
      opened={selection !== undefined}
      onClose={onClose}
      title={selection === undefined ? '' : title(things(sizeOf(selection)))}
      size={size}
    >
      {selection === undefined ? undefined : children(selection)}
    </Modal>
  );
}
