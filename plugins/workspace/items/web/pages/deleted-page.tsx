import { Button, Checkbox, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import { EmptyState, ErrorPanel, Icon, longDate, shortDate } from '#core/ui/web/index.ts';
import { itemIcon } from '../kit/item-icon.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import classes from '../data.module.css';
import { ItemActions } from '../item-actions.ts';
import { messages } from '../messages.ts';
import type { Selection } from '../selection.ts';
import { useItemWindow } from '../use-item-window.ts';

const ROW = 34;
const COLUMNS = { gridTemplateColumns: '28px 44px minmax(200px, 2fr) minmax(160px, 1fr) 120px 110px' };

/** Items that were deleted in the last seven days, to bring back. */
export default function DeletedPage(): JSX.Element {
  const project = useProject();
  const actions = useService(ItemActions);
  const filter = useMemo(() => ({ deleted: true }), []);
  const list = useItemWindow(project.id, filter);
  const { want } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const count = list.count ?? 0;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const lines = rows.getVirtualItems();
  const firstIndex = lines[0]?.index ?? 0;
  const lastIndex = lines.at(-1)?.index ?? 0;
  useEffect(() => want(firstIndex, lastIndex), [want, firstIndex, lastIndex]);

  const restore = async (selection: Selection): Promise<void> => {
    setChosen(new Set());
    await actions.change(project.id, selection, { kind: 'restore' });
  };
  const toggle = (id: number): void =>
    setChosen(before => (before.has(id) ? new Set([...before].filter(each => each !== id)) : new Set([...before, id])));

  return (
    <section className={classes['main']} aria-label={messages.shared.deletedItems}>
      <div className={classes['head']}>
        <Button
          variant="subtle"
          color="gray"
          component={Link}
          to={`/t/${project.team_id}/p/${project.id}/data`}
          leftSection={<Icon name="back" size={14} />}
        >
          {messages.deletedPage.data}
        </Button>
        <span className={classes['place']}>{messages.shared.deletedItems}</span>
        <span className={classes['count']}>{count.toLocaleString('en')}</span>
        <span className={classes['spacer']} />
        {chosen.size > 0 ? (
          <Button leftSection={<Icon name="restore" size={14} />} onClick={() => void restore({ ids: chosen })}>
            {messages.deletedPage.restoreCount(chosen.size)}
          </Button>
        ) : undefined}
        {count > 0 && chosen.size === 0 ? (
          <Button
            variant="default"
            leftSection={<Icon name="restore" size={14} />}
            onClick={() => void restore({ filter, except: new Set(), total: count })}
          >
            {messages.deletedPage.restoreAll}
          </Button>
        ) : undefined}
      </div>
      {list.error !== null && list.count === undefined ? (
        <ErrorPanel error={list.error} onRetry={list.retry} />
      ) : undefined}
      {list.count === undefined && list.error === null ? (
        <div style={{ padding: '0 20px' }}>
          {[0, 1, 2, 3].map(each => (
            <Skeleton key={each} h={28} my={6} />
          ))}
        </div>
      ) : undefined}
      {list.count === 0 ? <EmptyState icon="trash" text={messages.deletedPage.nothingWasDeleted} /> : undefined}
      {count === 0 ? undefined : (
        <div
          ref={scroller}
          className={classes['scroller']}
          role="table"
          aria-label={messages.shared.deletedItems}
          aria-rowcount={count + 1}
        >
          <div className={`${classes['line']} ${classes['lineHead']}`} style={COLUMNS} role="row">
            <span role="columnheader" aria-label={messages.deletedPage.selected} />
            <span role="columnheader" aria-label={messages.shared.picture} />
            <span role="columnheader">{messages.shared.name}</span>
            <span role="columnheader">{messages.deletedPage.deletedBy}</span>
            <span role="columnheader">{messages.deletedPage.deleted}</span>
            <span role="columnheader" aria-label={messages.deletedPage.actions} />
          </div>
          <div className={classes['canvas']} style={{ height: rows.getTotalSize() }} role="rowgroup">
            {lines.map(({ index, start }) => {
              const item = list.at(index);
              const style = { ...COLUMNS, transform: `translateY(${start}px)` };
              if (item === undefined)
                return (
                  <div
                    key={`blank-${index}`}
                    className={`${classes['line']} ${classes['row']}`}
                    style={style}
                    role="row"
                    aria-busy
                  />
                );
              return (
                <div
                  key={item.id}
                  className={`${classes['line']} ${classes['row']}`}
                  style={style}
                  role="row"
                  aria-selected={chosen.has(item.id)}
                >
                  <span role="cell">
                    <Checkbox
                      aria-label={messages.deletedPage.selectName(item.name)}
                      checked={chosen.has(item.id)}
                      onChange={() => toggle(item.id)}
                    />
                  </span>
                  <span role="cell">
                    {item.thumbnail === null ? (
                      <Icon name={itemIcon(item)} size={20} />
                    ) : (
                      <img className={classes['small']} src={item.thumbnail} alt="" loading="lazy" />
                    )}
                  </span>
                  <span role="cell" className={classes['cell']} title={item.name}>
                    {item.name}
                  </span>
                  <span role="cell" className={`${classes['cell']} ${classes['muted']}`}>
                    {item.deletedBy ?? '–'}
                  </span>
                  <span
                    role="cell"
                    className={classes['muted']}
                    title={item.deletedAt === null ? '' : longDate(item.deletedAt)}
                  >
                    {item.deletedAt === null ? '–' : shortDate(item.deletedAt)}
                  </span>
                  <span role="cell">
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      onClick={() => void restore({ ids: new Set([item.id]) })}
                    >
                      {messages.deletedPage.restore}
                    </Button>
                  </span>
                </div>
              );
            })}
          </div>
        </div>
      )}
    </section>
  );
}
