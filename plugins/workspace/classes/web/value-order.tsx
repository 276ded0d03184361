import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { moved, useReorder } from '#core/ui/web/index.ts';
import classes from './classes.module.css';
import { messages } from './messages.ts';

/** The order of the values of a group, as people are offered them: by drag, or by the arrow keys on a handle. */
export function ValueOrder({
  names,
  onChange,
}: {
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}): JSX.Element {
  const order = useReorder(names.length, (from, to) => onChange(moved(names, from, to)));
  return (
    <div>
      <Text fz="xs" fw={500} mb={4}>
        {messages.valueOrder.orderOfValues}
      </Text>
      <div {...order.list} className={classes['values']} role="list" aria-label={messages.valueOrder.orderOfValues}>
        {names.map((name, at) => (
          <div key={name} className={classes['value']} role="listitem" {...order.row(at)}>
            {order.grip(at, name)}
            <span>{name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
