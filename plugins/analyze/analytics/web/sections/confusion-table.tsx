import { Table } from '@mantine/core';
import type { JSX } from 'react';
import { countText, percentText } from '../../common/format.ts';
import type { ConfusionRow } from '../../common/report.ts';
import classes from '../analytics.module.css';
import { ExploreLink } from '../kit/explore-link.tsx';
import { messages } from '../messages.ts';

/** Classes that get a row and a column of their own. */
const MOST = 15;
const GONE = messages.confusionTable.removed;
const ADDED = messages.confusionTable.addedByTheReviewer;

/** Items that either of two queries finds. */
const allOr = (one: string | undefined, other: string): string =>
  one === undefined ? other : `(${one}) OR (${other})`;

/**
 * Shows the reviewers' changes of the classes that annotators chose: rows are what was submitted, columns what it is
 * now.
 */
export function ConfusionTable({ rows }: { readonly rows: readonly ConfusionRow[] }): JSX.Element {
  const totals = new Map<string, number>();
  const cells = new Map<string, number>();
  const queries = new Map<string, string>();
  const [fromOf, toOf] = [
    (row: ConfusionRow): string => row.from_name ?? ADDED,
    (row: ConfusionRow): string => row.to_name ?? GONE,
  ];
  for (const row of rows) {
    for (const name of new Set([fromOf(row), toOf(row)])) totals.set(name, (totals.get(name) ?? 0) + row.objects);
    const key = `${fromOf(row)}\n${toOf(row)}`;
    cells.set(key, (cells.get(key) ?? 0) + row.objects);
    if (row.query !== null) queries.set(key, allOr(queries.get(key), row.query));
  }
  const named = [...totals.keys()]
    .filter(each => each !== GONE && each !== ADDED)
    .toSorted((one, other) => totals.get(other)! - totals.get(one)!)
    .slice(0, MOST);
  const [froms, tos] = [
    [...named, ...(totals.has(ADDED) ? [ADDED] : [])],
    [...named, ...(totals.has(GONE) ? [GONE] : [])],
  ];
  return (
    <div
      className={classes['scroll']}
      tabIndex={0}
      role="region"
      aria-label={messages.confusionTable.confusionOfClasses}
    >
      <Table verticalSpacing={4} withColumnBorders>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.confusionTable.submittedAs}</Table.Th>
            {tos.map(each => (
              <Table.Th key={each} className={classes['number']}>
                {each}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {froms.map(from => {
            const sum = tos.reduce((total, to) => total + (cells.get(`${from}\n${to}`) ?? 0), 0);
            return (
              <Table.Tr key={from}>
                <Table.Th scope="row">{from}</Table.Th>
                {tos.map(to => {
                  const objects = cells.get(`${from}\n${to}`) ?? 0;
                  const share = sum === 0 ? 0 : objects / sum;
                  const tone = from === to ? 'var(--loupe-success)' : 'var(--loupe-danger)';
                  const tint =
                    objects === 0
                      ? undefined
                      : `color-mix(in srgb, ${tone} ${Math.round(6 + share * 18)}%, transparent)`;
                  return (
                    <Table.Td
                      key={to}
                      className={`${classes['number']} ${classes['tinted']}`}
                      style={{ background: tint }}
                      title={objects === 0 ? undefined : messages.confusionTable.percentText(percentText(share), from)}
                    >
                      {objects === 0 ? (
                        ''
                      ) : (
                        <ExploreLink
                          query={queries.get(`${from}\n${to}`) ?? null}
                          label={messages.confusionTable.itemsOfCell(countText(objects), from, to)}
                        >
                          {countText(objects)}
                        </ExploreLink>
                      )}
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
