import { ActionIcon, Button } from '@mantine/core';
import { useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { asText } from '#plugins/annotate/form/common/index.ts';
import { useTyping } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { readRows, writeRows } from './csv-rows.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** A table whose cells are typed in; Enter and the arrows up and down go through a column. */
export default function TableControl({ component, field, id, name, described }: ControlProps): JSX.Element {
  const { text, type, leave } = useTyping({ ...field, value: asText(field.value) });
  const delimiter =
    typeof component['delimiter'] === 'string' && component['delimiter'].length === 1 ? component['delimiter'] : ',';
  const table = useRef<HTMLTableElement>(null);
  const rows = readRows(text, delimiter);
  const width = rows[0]!.length;
  const write = (next: readonly (readonly string[])[]): void =>
    type(writeRows(next, delimiter, text.includes('\r\n') ? '\r\n' : '\n'));
  const at = (row: number, column: number): HTMLInputElement | null =>
    table.current?.querySelector(`[data-cell="${row} ${column}"]`) ?? null;
  const step = (event: KeyboardEvent, row: number, column: number): void => {
    const to =
      event.key === 'ArrowUp' ? row - 1 : event.key === 'ArrowDown' || event.key === 'Enter' ? row + 1 : undefined;
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    at(to, column)?.focus();
  };
  const drop = <Kind,>(list: readonly Kind[], place: number): readonly Kind[] => list.toSpliced(place, 1);
  return (
    <div className={classes['scroll']} aria-describedby={described}>
      <table ref={table} className={classes['table']} aria-label={name}>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={column}>
                  <input
                    id={place === 0 && column === 0 ? id : undefined}
                    type="text"
                    className={classes['cell']}
                    data-cell={`${place} ${column}`}
                    aria-label={messages.table.nameRowCountColumn(name, place + 1, column + 1)}
                    value={cell}
                    disabled={field.readOnly}
                    onKeyDown={event => step(event, place, column)}
                    onChange={event => write(rows.with(place, row.with(column, event.currentTarget.value)))}
                    onBlur={leave}
                  />
                </td>
              ))}
              {field.readOnly ? undefined : (
                <td className={classes['center']}>
                  <Tooltip label={messages.shared.deleteThisRow}>
                    <ActionIcon
                      size="sm"
                      tabIndex={-1}
                      aria-label={messages.table.deleteRowCountOfName(place + 1, name)}
                      disabled={rows.length === 1}
                      onClick={() => write(drop(rows, place))}
                    >
                      <Icon name="minus" size={14} />
                    </ActionIcon>
                  </Tooltip>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {field.readOnly ? undefined : (
        <div className={classes['bar']}>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() => write([...rows, Array.from({ length: width }, () => '')])}
          >
            {messages.shared.addARow}
          </Button>
          <Button variant="default" size="compact-xs" onClick={() => write(rows.map(row => [...row, '']))}>
            {messages.table.addAColumn}
          </Button>
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={width === 1}
            onClick={() => write(rows.map(row => drop(row, width - 1)))}
          >
            {messages.table.deleteTheLastColumn}
          </Button>
        </div>
      )}
    </div>
  );
}
