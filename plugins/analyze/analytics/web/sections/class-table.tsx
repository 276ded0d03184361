import { Table, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { countText, itemsText, percentText } from '../../common/format.ts';
import type { AttributeRow, ClassRow } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { messages } from '../messages.ts';
import { ShareBar } from './share-bar.tsx';

interface ClassTableProps {
  readonly rows: readonly ClassRow[];
  readonly attributes: readonly AttributeRow[];
  /** Most classes that are listed; all when absent. */
  readonly most?: number;
}

/** Objects of each class, the most frequent first, and the answers to its attributes below it. */
export function ClassTable({ rows, attributes, most = rows.length }: ClassTableProps): JSX.Element {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const largest = Math.max(0, ...rows.map(each => each.share));
  const toggle = (id: number): void =>
    setOpen(now => new Set(now.has(id) ? [...now].filter(each => each !== id) : [...now, id]));
  return (
    <Table verticalSpacing={5}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.classTable.class}</Table.Th>
          <Table.Th className={classes['number']}>{messages.shared.objects}</Table.Th>
          <Table.Th w="22%" aria-label={messages.classTable.shareOfTheObjects} />
          <Table.Th className={classes['number']}>{messages.shared.share}</Table.Th>
          <Table.Th className={classes['number']}>{messages.shared.items}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows
          .toSorted((one, other) => other.objects - one.objects)
          .slice(0, most)
          .flatMap(row => {
            const own = attributes.filter(each => each.class_id === row.class_id);
            const name = (
              <>
                <span className={classes['swatch']} style={{ background: row.color ?? 'var(--loupe-line-strong)' }} />
                {row.name}
              </>
            );
            const line = (
              <Table.Tr key={row.class_id}>
                <Table.Td>
                  {own.length === 0 ? (
                    name
                  ) : (
                    <UnstyledButton
                      fz="inherit"
                      aria-expanded={open.has(row.class_id)}
                      onClick={() => toggle(row.class_id)}
                    >
                      {name} <Icon name={open.has(row.class_id) ? 'up' : 'down'} size={12} />
                    </UnstyledButton>
                  )}
                </Table.Td>
                <Table.Td className={classes['number']}>{countText(row.objects)}</Table.Td>
                <Table.Td>
                  <ShareBar
                    share={largest === 0 ? 0 : row.share / largest}
                    color={row.color ?? 'var(--loupe-line-strong)'}
                  />
                </Table.Td>
                <Table.Td className={classes['number']}>{percentText(row.share)}</Table.Td>
                <Table.Td className={classes['number']}>
                  <ExploreLink
                    query={row.query}
                    label={messages.classTable.itemsTextWithName(itemsText(row.items), row.name)}
                  >
                    {countText(row.items)}
                  </ExploreLink>
                </Table.Td>
              </Table.Tr>
            );
            return [
              line,
              ...(open.has(row.class_id)
                ? own.map(each => <AnswerLine key={`${each.group_id} ${each.value_id ?? ''}`} row={each} />)
                : []),
            ];
          })}
      </Table.Tbody>
    </Table>
  );
}

function AnswerLine({ row }: { readonly row: AttributeRow }): JSX.Element {
  const name = row.value ?? messages.classTable.filledIn;
  return (
    <Table.Tr>
      <Table.Td pl={26}>
        <span className={classes['muted']}>{row.group_name}:</span> {name}
      </Table.Td>
      <Table.Td className={classes['number']}>{countText(row.answers)}</Table.Td>
      <Table.Td>
        <ShareBar share={row.share} color="var(--loupe-line-strong)" />
      </Table.Td>
      <Table.Td className={classes['number']}>{row.value === null ? '' : percentText(row.share)}</Table.Td>
      <Table.Td className={classes['number']}>
        <ExploreLink
          query={row.query}
          label={messages.classTable.itemsTextWithGroupName(itemsText(row.items), row.group_name, name)}
        >
          {countText(row.items)}
        </ExploreLink>
      </Table.Td>
    </Table.Tr>
  );
}
