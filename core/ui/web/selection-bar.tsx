import { ActionIcon } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { JSX, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';
import classes from './selection-bar.module.css';
import { Tooltip } from './tooltip.tsx';

interface SelectionBarProps {
  /** Subject of the selection, for screen readers: `Selected items`. */
  readonly label: string;
  /** Size of the selection: `3 selected`. */
  readonly text: string;
  /** Clears the selection, as Esc does in the list. */
  readonly onClear?: () => void;
  readonly children: ReactNode;
}

/** Shows the actions on a selection, at the bottom of a list. Messages are above it while it is there. */
export function SelectionBar({ label, text, onClear, children }: SelectionBarProps): JSX.Element {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const publishHeight = (): void => {
      if (bar.current !== null) style.setProperty('--loupe-selection-bar', `${bar.current.offsetHeight + 14}px`);
    };
    publishHeight();
    const watch = new ResizeObserver(publishHeight);
    watch.observe(bar.current!);
    return () => {
      watch.disconnect();
      style.removeProperty('--loupe-selection-bar');
    };
  }, []);
  return (
    <div ref={bar} className={classes['bar']} role="toolbar" aria-label={label}>
      <span className={classes['count']} role="status">
        {text}
      </span>
      {children}
      {onClear === undefined ? undefined : (
        <Tooltip label={messages.selectionBar.clearSelectionEsc}>
          <ActionIcon aria-label={messages.selectionBar.clearSelection} onClick={onClear}>
            <Icon name="close" />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
