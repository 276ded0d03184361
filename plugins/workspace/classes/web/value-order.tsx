import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { Icon, moved, useReorder } from '#core/ui/web/index.ts';
import classes from './classes.module.css';
import { messages } from './messages.ts';

/**
 * The values of a group in the order in which people are offered them: moved by drag, or by the arrow keys on a handle,
 * and removed.
 */
export function ValueOrder({
  names,
  onChange,
}: {
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}): JSX.Element {
  const order = useReorder(names.length, (from, to) => onChange(moved(names, from, to)));
  return (
    <div {...order.list} className={classes['values']} role="list" aria-label={messages.valueOrder.orderOfValues}>
      {names.map((name, at) => (
        <div key={name} className={classes['value']} role="listitem" {...order.row(at)}>
          {names.length > 1 ? order.grip(at, name) : undefined}
          <span>{name}</span>
          <ActionIcon
            size={20}
            aria-label={messages.valueOrder.removeName(name)}
            onClick={() => onChange(names.filter(each => each !== name))}
          >
            <Icon name="close" size={12} />
          </ActionIcon>
        </div>
      ))}
    </div>
  );
}
