import { Radio } from '@mantine/core';
import type { JSX } from 'react';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { ControlProps } from './control.ts';
import { digitChoice } from './digit-choice.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(each => (isRecord(each) ? String(each['value'] ?? '') : String(each))) : [];

/** One answer of the same scale for each row. */
export default function LikertTableControl({ component, field, id, name }: ControlProps): JSX.Element {
  const [rows, columns] = [texts(component['rows']), texts(component['columns'])];
  const answers = isRecord(field.value) ? field.value : {};
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} aria-label={name}>
        <thead>
          <tr>
            <th aria-label={messages.likertTable.question} />
            {columns.map(each => (
              <th key={each} scope="col" className={classes['center']}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr
              key={row}
              onKeyDown={digitChoice(
                columns.length,
                place => field.readOnly || field.set({ ...answers, [row]: columns[place] }),
              )}
            >
              <th scope="row">{row}</th>
              {columns.map((column, place) => (
                <td key={column} className={classes['center']}>
                  <Radio
                    id={at === 0 && place === 0 ? id : undefined}
                    name={`${id} ${at}`}
                    aria-label={`${row}: ${column}`}
                    checked={answers[row] === column}
                    disabled={field.readOnly}
                    styles={{ body: { justifyContent: 'center' } }}
                    onChange={() => field.set({ ...answers, [row]: column })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
