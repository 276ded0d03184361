import { ActionIcon, Button, Checkbox, Popover, ScrollArea, Text } from '@mantine/core';
import type { JSX } from 'react';
import classes from './column-chooser.module.css';
import { Icon } from './icon.tsx';
import { messages } from './messages.ts';
import { moved } from './moved.ts';
import { useReorder } from './reorder.tsx';
import { Tooltip } from './tooltip.tsx';

interface Column {
  readonly id: string;
  readonly title: string;
}

interface ColumnChooserProps {
  /** All there are. */
  readonly columns: readonly Column[];
  /** Ids of those that are shown, in order; ids that no column has are left out. */
  readonly shown: readonly string[];
  /** A column that is always shown. */
  readonly kept?: string;
  readonly onChange: (shown: readonly string[]) => void;
  readonly onReset: () => void;
}

/** Lets the person choose the columns of a table and their order. */
export function ColumnChooser({ columns, shown, kept, onChange, onReset }: ColumnChooserProps): JSX.Element {
  const ordered = shown.flatMap(id => columns.find(each => each.id === id) ?? []);
  const ids = ordered.map(each => each.id);
  const hidden = columns.filter(each => !ids.includes(each.id));
  const order = useReorder(ids.length, (from, to) => onChange(moved(ids, from, to)));
  const box = ({ id, title }: Column): JSX.Element => (
    <Checkbox
      label={title}
      checked={ids.includes(id)}
      disabled={id === kept}
      onChange={() => onChange(ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id])}
    />
  );
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Tooltip label={messages.columnChooser.columns}>
          <ActionIcon aria-label={messages.columnChooser.columns}>
            <Icon name="adjust" />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={messages.columnChooser.columns}>
        <ScrollArea.Autosize mah={380} type="auto">
          <ol className={classes['list']} aria-label={messages.columnChooser.shownColumns} {...order.list}>
            {ordered.map((each, at) => (
              <li key={each.id} className={classes['choice']} {...order.row(at)}>
                {order.grip(at, each.title)}
                {box(each)}
              </li>
            ))}
          </ol>
          {hidden.length === 0 ? undefined : (
            <>
              <Text size="xs" c="var(--loupe-muted)" my={6}>
                {messages.columnChooser.hidden}
              </Text>
              <ul className={classes['list']} aria-label={messages.columnChooser.hiddenColumns}>
                {hidden.map(each => (
                  <li key={each.id} className={`${classes['choice']} ${classes['hidden']}`}>
                    {box(each)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </ScrollArea.Autosize>
        <Button variant="subtle" color="gray" mt="xs" onClick={onReset}>
          {messages.columnChooser.standardColumns}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
