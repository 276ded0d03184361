import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import type { JSX } from 'react';
import { readCsv } from '#plugins/workspace/items/common/index.ts';
import { FileCard } from './file-card.tsx';
import type { PreviewedEditor } from './preview-controls.ts';
import { shownText, textOf } from './text-preview.tsx';
import { useFile } from '#plugins/annotate/editor/web/kit/index.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

/** Rows and columns that are shown. */
const MOST_ROWS = 20_000;
const MOST_COLUMNS = 100;
const HEIGHT = 26;

/** CSV as a table; only rows in sight are drawn. */
export function TablePreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const file = useFile(editor.item, shownText);
  const found = useMemo(() => {
    if (file.state !== 'there') return undefined;
    const read = textOf(file.bytes, file.whole);
    if ('problem' in read) return read;
    const all = readCsv(read.text.trimEnd(), MOST_ROWS + 1);
    const rows = all.slice(0, MOST_ROWS);
    const width = Math.min(
      MOST_COLUMNS,
      rows.reduce((most, row) => Math.max(most, row.length), 0),
    );
    return { rows, width, cut: !file.whole || all.length > MOST_ROWS || rows.some(row => row.length > MOST_COLUMNS) };
  }, [file]);
  if (file.state === 'loading')
    return (
      <div className={classes['card']}>
        <Loader size="sm" aria-label={messages.tablePreview.loadingTheTable} />
      </div>
    );
  if (file.state === 'failed') return <FileCard editor={editor} reason={file.reason} onRetry={file.again} />;
  if (found === undefined || 'problem' in found) return <FileCard editor={editor} reason={found?.problem ?? ''} />;
  return <Rows editor={editor} {...found} />;
}

function Rows({
  editor,
  rows,
  width,
  cut,
}: {
  readonly editor: PreviewedEditor;
  readonly rows: readonly (readonly string[])[];
  readonly width: number;
  readonly cut: boolean;
}): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const [head = [], ...body] = rows;
  const lines = useVirtualizer({
    count: body.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 20,
  });
  useEffect(
    () =>
      editor.control({
        page: step =>
          scroller.current?.scrollBy({
            top: Number.isFinite(step)
              ? step * scroller.current.clientHeight * 0.9
              : step > 0
                ? scroller.current.scrollHeight
                : -scroller.current.scrollHeight,
          }),
      }),
    [editor],
  );
  const columns = `56px repeat(${width}, minmax(110px, 220px))`;
  const cells = (row: readonly string[], role: 'columnheader' | 'cell'): JSX.Element[] =>
    Array.from({ length: width }, (_, at) => (
      <span key={at} role={role} className={classes['cell']} title={row[at]}>
        {row[at]}
      </span>
    ));
  return (
    <>
      <div
        ref={scroller}
        className={classes['table']}
        tabIndex={0}
        role="table"
        aria-label={messages.tablePreview.table}
        aria-rowcount={rows.length}
        aria-colcount={width}
        data-preview="table"
      >
        <div role="row" aria-rowindex={1} className={classes['tableHead']} style={{ gridTemplateColumns: columns }}>
          <span role="columnheader" className={classes['rowNumber']} aria-label={messages.tablePreview.row} />
          {cells(head, 'columnheader')}
        </div>
        <div
          role="rowgroup"
          style={{ position: 'relative', height: lines.getTotalSize(), width: 'max-content', minWidth: '100%' }}
        >
          {lines.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              role="row"
              aria-rowindex={index + 2}
              className={classes['tableRow']}
              style={{ gridTemplateColumns: columns, transform: `translateY(${start}px)` }}
            >
              <span role="rowheader" className={classes['rowNumber']}>
                {index + 1}
              </span>
              {cells(body[index]!, 'cell')}
            </div>
          ))}
        </div>
      </div>
      <div className={classes['under']}>
        {(cut ? messages.tablePreview.firstRowsColumns : messages.tablePreview.countRowsColumns)(
          body.length.toLocaleString('en'),
          width,
        )}
      </div>
    </>
  );
}
