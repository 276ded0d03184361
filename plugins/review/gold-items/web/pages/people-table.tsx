import { Anchor, Button, Group, Table, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { JSX } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { EmptyState, Time } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { Comparison, GoldReport } from '../../common/api.ts';
import { MOST_COMPARED } from '../../common/api.ts';
import type { Figure } from '../../common/gold-figures.ts';
import { accuracyOf, personFigures } from '../../common/gold-figures.ts';
import classes from '../gold.module.css';
import { messages } from '../messages.ts';

/** Accuracy by annotator and class; each figure leads to its items. */
export function PeopleTable({ report }: { readonly report: GoldReport }): JSX.Element {
  const addressOf = useAddressOf();
  const { people, classNames } = useMemo(() => personFigures(report.comparisons), [report]);
  const [search] = useSearchParams();
  const open = new Map(report.open.map(each => [each.email, each.items]));
  const emails = [...new Set([...people.map(each => each.email), ...open.keys()])].toSorted((one, other) =>
    one.localeCompare(other),
  );
  const [person, className] = [search.get('person') ?? undefined, search.get('class') ?? undefined];
  const shown = report.comparisons.filter(
    each =>
      (person === undefined || each.email === person) &&
      (className === undefined || each.classes.some(one => one.class_name === className)),
  );
  return (
    <>
      <section className={classes['section']}>
        <Title order={2} mb={4}>
          {messages.goldPage.accuracyByPerson}
        </Title>
        {emails.length === 0 ? (
          <EmptyState icon="star" text={messages.goldPage.noComparison} />
        ) : (
          <>
            <Text size="sm" c="var(--loupe-muted)" mb="xs">
              {messages.goldPage.accuracyHint}
              {report.comparisons.length === MOST_COMPARED ? ` ${messages.goldPage.newestOnly(MOST_COMPARED)}` : ''}
            </Text>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{messages.goldPage.person}</Table.Th>
                  <Table.Th>{messages.goldPage.open}</Table.Th>
                  <Table.Th>{messages.goldPage.submitted}</Table.Th>
                  <Table.Th>{messages.shared.accuracy}</Table.Th>
                  {classNames.map(name => (
                    <Table.Th key={name}>{name}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {emails.map(email => {
                  const figures = people.find(each => each.email === email);
                  return (
                    <Table.Tr key={email}>
                      <Table.Td>{addressOf(email)}</Table.Td>
                      <Table.Td className={classes['number']}>{(open.get(email) ?? 0).toLocaleString('en')}</Table.Td>
                      <Table.Td className={classes['number']}>
                        {(figures?.total.items ?? 0).toLocaleString('en')}
                      </Table.Td>
                      <Cell email={email} figure={figures?.total} />
                      {classNames.map(name => (
                        <Cell key={name} email={email} className={name} figure={figures?.classes.get(name)} />
                      ))}
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </>
        )}
      </section>
      {report.comparisons.length === 0 ? undefined : (
        <section className={classes['section']} id="compared">
          <Group mb="xs" gap="sm">
            <Title order={2}>{messages.goldPage.comparisons}</Title>
            {person === undefined && className === undefined ? undefined : (
              <>
                <Text size="sm" c="var(--loupe-muted)">
                  {messages.goldPage.filtered([person, className].filter(each => each !== undefined).join(', '))}
                </Text>
                <Button component={Link} to="?" size="compact-xs" variant="default">
                  {messages.goldPage.showAll}
                </Button>
              </>
            )}
          </Group>
          <Compared comparisons={shown} className={className} />
        </section>
      )}
    </>
  );
}

function Cell({
  email,
  className,
  figure,
}: {
  readonly email: string;
  readonly className?: string;
  readonly figure: Figure | undefined;
}): JSX.Element {
  if (figure === undefined) return <Table.Td className={classes['number']}>–</Table.Td>;
  const query = new URLSearchParams({ person: email, ...(className === undefined ? {} : { class: className }) });
  return (
    <Table.Td className={classes['number']}>
      <Anchor
        component={Link}
        to={`?${query}#compared`}
        title={messages.goldPage.details(figure.items, figure.missed, figure.extra)}
      >
        {messages.shared.percent(figure.accuracy)}
      </Anchor>
    </Table.Td>
  );
}

/** Compared items; with a class the counts are of its objects. */
function Compared({
  comparisons,
  className,
}: {
  readonly comparisons: readonly Comparison[];
  readonly className: string | undefined;
}): JSX.Element {
  const addressOf = useAddressOf();
  const project = useProject();
  const item = (id: number): string => `/t/${project.team_id}/p/${project.id}/item/${id}`;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.goldPage.item}</Table.Th>
          <Table.Th>{messages.goldPage.reference}</Table.Th>
          <Table.Th>{messages.goldPage.person}</Table.Th>
          <Table.Th>{messages.goldPage.date}</Table.Th>
          <Table.Th>{messages.shared.accuracy}</Table.Th>
          <Table.Th>{messages.shared.missed}</Table.Th>
          <Table.Th>{messages.shared.extra}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {comparisons.map(each => {
          const counted = each.classes.filter(one => className === undefined || one.class_name === className);
          const sum = (field: 'missed' | 'extra'): number => counted.reduce((total, one) => total + one[field], 0);
          return (
            <Table.Tr key={each.item_id}>
              <Table.Td>
                <Anchor component={Link} to={item(each.item_id)}>
                  {each.name}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Anchor component={Link} to={item(each.gold_item_id)}>
                  {each.gold_name}
                </Anchor>
              </Table.Td>
              <Table.Td>{addressOf(each.email)}</Table.Td>
              <Table.Td>
                <Time iso={each.submitted_at} />
              </Table.Td>
              <Table.Td className={classes['number']}>{messages.shared.percent(accuracyOf(counted))}</Table.Td>
              <Table.Td className={classes['number']}>{sum('missed').toLocaleString('en')}</Table.Td>
              <Table.Td className={classes['number']}>{sum('extra').toLocaleString('en')}</Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
