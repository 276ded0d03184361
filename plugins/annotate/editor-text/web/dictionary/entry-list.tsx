import { ActionIcon } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { DictionaryEntry } from '../../common/dictionary/dictionary.ts';
import { messages } from '../messages.ts';
import classes from './dictionary.module.css';

interface EntryListProps {
  readonly entries: readonly DictionaryEntry[];
  readonly owners: readonly AnnotationClass[];
  readonly chosen: DictionaryEntry | undefined;
  /** Undefined: they can be looked at only. */
  readonly onChoose: ((entry: DictionaryEntry) => void) | undefined;
  readonly onRemove: (entry: DictionaryEntry) => void;
}

/** The terms, however many there are. */
export function EntryList({ entries, owners, chosen, onChoose, onRemove }: EntryListProps): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30,
    overscan: 10,
  });
  const byId = new Map(owners.map(each => [each.id, each]));
  return (
    <div ref={scroller} className={classes['list']} role="list" aria-label={messages.entryList.terms} tabIndex={0}>
      <div className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index]!;
          const owner = byId.get(entry.class_id);
          const content = (
            <>
              <bdi className={classes['term']}>{entry.term}</bdi>
              <span className={classes['swatch']} style={{ background: owner?.color }} />
              <span className={classes['owner']}>
                {owner?.name}
                {valueText(entry, owner)}
              </span>
            </>
          );
          return (
            <div
              key={`${entry.class_id} ${entry.term}`}
              role="listitem"
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              className={classes['line']}
              data-chosen={entry === chosen}
              style={{ transform: `translateY(${start}px)` }}
            >
              {onChoose === undefined ? (
                <span className={classes['choose']}>{content}</span>
              ) : (
                <button
                  type="button"
                  className={classes['choose']}
                  title={messages.shared.change}
                  onClick={() => onChoose(entry)}
                >
                  {content}
                </button>
              )}
              {onChoose === undefined ? undefined : (
                <ActionIcon
                  aria-label={messages.entryList.removeTerm(entry.term)}
                  title={messages.entryList.remove}
                  variant="subtle"
                  color="gray"
                  size="sm"
                  onClick={() => onRemove(entry)}
                >
                  <Icon name="close" size={14} />
                </ActionIcon>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function valueText({ values }: DictionaryEntry, owner: AnnotationClass | undefined): string {
  const content = values.flatMap(({ group_id: id, value }) => {
    const group = owner?.attribute_groups.find(each => each.id === id);
    if (group === undefined) return [];
    return Array.isArray(value)
      ? value.flatMap(one => group.attributes.find(each => each.id === one)?.name ?? [])
      : [String(value)];
  });
  return content.length === 0 ? '' : ` · ${content.join(', ')}`;
}
