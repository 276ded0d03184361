import { ActionIcon, Button, Checkbox, Popover, ScrollArea, Text, Tooltip } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, moved, useReorder } from '#core/ui/web/index.ts';
import { DataViewStore } from '../data-view-store.ts';
import { standardLayout, toggled } from './column-layout.ts';
import classes from './columns.module.css';
import type { ItemColumn } from './item-columns.tsx';

/** Which columns the table shows, and in what order. */
export function ColumnChooser({ columns }: { readonly columns: ReadonlyMap<string, ItemColumn> }): JSX.Element {
  const store = useService(DataViewStore);
  const { layout } = useSnapshot(store.state);
  const shown = layout.filter(each => columns.has(each.id));
  const order = useReorder(shown.length, (from, to) => store.lay(moved(shown, from, to)));
  const hidden = [...columns.values()].filter(each => !shown.some(({ id }) => id === each.id));
  const box = ({ id, title, width }: ItemColumn): JSX.Element => <Checkbox label={title} checked={shown.some(each => each.id === id)} disabled={id === 'name'} onChange={() => store.lay(toggled(shown, id, width))} />;
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target><Tooltip label="Columns"><ActionIcon aria-label="Columns"><Icon name="adjust" /></ActionIcon></Tooltip></Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <ScrollArea.Autosize mah={380} type="auto">
          <ol className={classes['chooser']} aria-label="Shown columns" {...order.list}>
            {shown.map((each, at) => <li key={each.id} className={classes['choice']} {...order.row(at)}>{order.grip(at, columns.get(each.id)!.title)}{box(columns.get(each.id)!)}</li>)}
          </ol>
          {hidden.length === 0 ? undefined : (
            <>
              <Text size="xs" c="var(--loupe-muted)" my={6}>Hidden</Text>
              <ul className={classes['chooser']} aria-label="Hidden columns">{hidden.map(each => <li key={each.id} className={`${classes['choice']} ${classes['hidden']}`}>{box(each)}</li>)}</ul>
            </>
          )}
        </ScrollArea.Autosize>
        <Button variant="subtle" color="gray" mt="xs" onClick={() => store.lay(standardLayout)}>Standard columns</Button>
      </Popover.Dropdown>
    </Popover>
  );
}
