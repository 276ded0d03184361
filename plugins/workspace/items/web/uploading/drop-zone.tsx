import { useState } from 'react';
import type { DragEvent, JSX, ReactNode } from 'react';
import { toastError } from '#core/ui/web/index.ts';
import type { FoundFile } from './collect-files.ts';
import { collectDrop } from './collect-files.ts';
import classes from '../data.module.css';

/** Handlers that take dropped files and folders; `over` is true while something is held above. */
export function useDrop(
  onFiles: (found: readonly FoundFile[]) => void,
  enabled = true,
): { readonly over: boolean; readonly handlers: object } {
  const [depth, setDepth] = useState(0);
  const holds = (event: DragEvent): boolean => enabled && event.dataTransfer.types.includes('Files');
  return {
    over: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (holds(event)) setDepth(before => before + 1);
      },
      onDragLeave: (event: DragEvent) => {
        if (holds(event)) setDepth(before => Math.max(0, before - 1));
      },
      onDragOver: (event: DragEvent) => {
        if (holds(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!holds(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setDepth(0);
        collectDrop(event.dataTransfer).then(onFiles, toastError);
      },
    },
  };
}

/** A place to drop files onto. */
export function DropZone({
  onFiles,
  big = false,
  children,
}: {
  readonly onFiles: (found: readonly FoundFile[]) => void;
  readonly big?: boolean;
  readonly children: ReactNode;
}): JSX.Element {
  const { over, handlers } = useDrop(onFiles);
  return (
    <div className={`${classes['zone']} ${big ? classes['bigZone'] : ''}`} data-over={over} {...handlers}>
      {children}
    </div>
  );
}
