import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { JSX } from 'react';
import type { RowReport } from '../common/rows-api.ts';
import { messages } from './messages.ts';
import classes from './rows.module.css';

/** Height of a row in pixels. */
const HEIGHT = 28;

type PreviewRow = RowReport['preview'][number];

interface Column {
  readonly title: string;
  readonly text: (row: PreviewRow) => string;
  /** Returns whether a problem of the row is about this column. */
  readonly concerns: (column: string, row: PreviewRow) => boolean;
}

/** The first rows as items, with what does not fit marked; only those in sight are drawn. */
export function PreviewTable({
  report,
  targets,
}: {
  readonly report: RowReport;
  readonly targets: Readonly<Record<string, string>>;
}): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = report.preview;
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 10,
  });
  const refused = [...new Set(rows.flatMap(row => row.problems.map(each => each.column)))].filter(
    each =>
      each !== '' && !report.shown.includes(each) && !['name', 'folder', 'category'].includes(targets[each] ?? ''),
  );
  const own = (title: string, target: string, text: Column['text']): Column => ({
    title,
    text,
    concerns: column => targets[column] === target,
  });
  const columns: readonly Column[] = [
    own(messages.shared.name, 'name', row => row.name),
    ...(rows.some(row => row.folder !== '') ? [own(messages.previewTable.folder, 'folder', row => row.folder)] : []),
    ...(rows.some(row => row.category !== '')
      ? [own(messages.previewTable.category, 'category', row => row.category)]
      : []),
    ...[...report.shown, ...refused].map((key): Column => ({
      title: key,
      text: row => row.values[key] ?? '',
      concerns: column => column === key,
    })),
    ...(rows.some(row => row.payload !== '') ? [own(messages.shared.attachedData, 'payload', row => row.payload)] : []),
  ];
  const template = `52px repeat(${columns.length}, minmax(120px, 240px))`;
  return (
    <div
      ref={scroller}
      className={classes['table']}
      role="table"
      tabIndex={0}
      aria-label={messages.shared.firstRows}
      aria-rowcount={rows.length + 1}
    >
      <div role="row" aria-rowindex={1} className={classes['head']} style={{ gridTemplateColumns: template }}>
        <span role="columnheader" className={`${classes['cell']} ${classes['number']}`}>
          {messages.previewTable.row}
        </span>
        {columns.map(each => (
          <span key={each.title} role="columnheader" className={classes['cell']} title={each.title}>
            {each.title}
          </span>
        ))}
      </div>
      <div
        role="rowgroup"
        style={{ position: 'relative', height: lines.getTotalSize(), width: 'max-content', minWidth: '100%' }}
      >
        {lines.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!;
          return (
            <div
              key={row.row}
              role="row"
              aria-rowindex={index + 2}
              className={classes['row']}
              style={{ gridTemplateColumns: template, height: HEIGHT, transform: `translateY(${start}px)` }}
            >
              <span
                role="rowheader"
                className={`${classes['cell']} ${classes['number']} ${row.problems.some(each => each.column === '') ? classes['bad'] : ''}`}
                title={row.problems.find(each => each.column === '')?.reason}
              >
                {row.row}
              </span>
              {columns.map(column => {
                const problem = row.problems.find(each => column.concerns(each.column, row));
                const text = column.text(row);
                return (
                  <span
                    key={column.title}
                    role="cell"
                    className={`${classes['cell']} ${problem === undefined ? '' : classes['bad']}`}
                    title={problem === undefined ? text : problem.reason}
                  >
                    {text === '' && problem !== undefined ? problem.reason : text}
                  </span>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
