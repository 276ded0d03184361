import { Button, Group, NumberInput, Skeleton, Switch, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useService } from '#core/kernel/web/index.ts';
import {
  EmptyState,
  ErrorPanel,
  errorText,
  PageBody,
  PageHeader,
  toast,
  useLeaveQuestion,
} from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { AgreementReport, AgreementRule } from '../../common/api.ts';
import { people as bounds } from '../../common/api.ts';
import { AgreementClient, reportKey, ruleKey } from '../agreement-client.ts';
import { percent } from '../people-look.ts';
import classes from '../agreement.module.css';
import { messages } from '../messages.ts';

/** Setup tab: how many people annotate each item, and how far they agree. */
export default function AgreementPage(): JSX.Element {
  const project = useProject();
  const store = useService(AgreementClient);
  const params = { project_id: project.id };
  const rule = useQuery({ queryKey: ruleKey(project.id), queryFn: () => store.api.getAgreementRule({ params }) });
  const report = useQuery({ queryKey: reportKey(project.id), queryFn: () => store.api.getAgreementReport({ params }) });
  const error = rule.data === undefined ? rule.error : null;
  return (
    <>
      <PageHeader title={messages.agreementPage.agreement} />
      <PageBody>
        {error !== null ? (
          <ErrorPanel error={error} onRetry={() => void rule.refetch()} />
        ) : rule.data === undefined ? (
          <Skeleton h={64} mb="lg" maw={700} />
        ) : (
          <RuleForm key={String(rule.data.people)} rule={rule.data} />
        )}
        {report.data !== undefined ? (
          <Report report={report.data} />
        ) : report.error !== null ? (
          <ErrorPanel error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <Skeleton h={200} maw={900} />
        )}
      </PageBody>
    </>
  );
}

function RuleForm({ rule }: { readonly rule: AgreementRule }): JSX.Element {
  const project = useProject();
  const store = useService(AgreementClient);
  const queries = useQueryClient();
  const [people, setPeople] = useState<number | null>(rule.people);
  const dirty = people !== rule.people;
  useLeaveQuestion(dirty);
  const saving = useMutation({
    mutationFn: async () => {
      await store.api.putAgreementRule({ params: { project_id: project.id }, body: { people } });
      await queries.invalidateQueries({ queryKey: ['agreement'] });
      await queries.invalidateQueries({ queryKey: reportKey(project.id) });
    },
    onSuccess: () => toast(messages.agreementPage.saved, { tone: 'success' }),
  });
  return (
    <section style={{ maxWidth: 700, marginBottom: 24 }}>
      <Switch
        label={messages.agreementPage.severalPeopleAnnotateEachItem}
        description={messages.agreementPage.eachOnACopy}
        checked={people !== null}
        onChange={event => setPeople(event.currentTarget.checked ? (rule.people ?? bounds.least) : null)}
      />
      {people === null ? undefined : (
        <NumberInput
          mt="sm"
          w={160}
          label={messages.agreementPage.peopleForEachItem}
          min={bounds.least}
          max={bounds.most}
          clampBehavior="strict"
          allowDecimal={false}
          value={people}
          onChange={value => setPeople(Number(value) || bounds.least)}
        />
      )}
      {rule.people !== null && people === null ? (
        <Text mt="xs" size="sm" c="var(--loupe-muted)">
          {messages.agreementPage.copiesThatWereMadeAreKept}
        </Text>
      ) : undefined}
      {saving.error === null ? undefined : (
        <Text mt="xs" c="red" role="alert">
          {errorText(saving.error)}
        </Text>
      )}
      <Group mt="sm">
        <Button disabled={!dirty} loading={saving.isPending} onClick={() => saving.mutate()}>
          {messages.agreementPage.save}
        </Button>
      </Group>
    </section>
  );
}

function Report({ report }: { readonly report: AgreementReport }): JSX.Element {
  const project = useProject();
  if (report.finished === 0)
    return (
      <EmptyState
        icon="intersect"
        text={
          report.started === 0
            ? messages.agreementPage.noItemWasAnnotated
            : messages.agreementPage.startedItemsAreAtWork(report.started)
        }
      />
    );
  const fixed = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
  return (
    <>
      <div className={classes['figures']}>
        <Figure title={messages.agreementPage.agreement} hint={messages.agreementPage.howAlikeThePiecesAre}>
          {percent(report.score)}
        </Figure>
        <Figure title="F1" hint={messages.agreementPage.samePiecesFound}>
          {percent(report.f1)}
        </Figure>
        <Figure title={messages.agreementPage.finished}>
          {messages.agreementPage.finishedOf(report.finished.toLocaleString('en'), report.started.toLocaleString('en'))}
        </Figure>
      </div>
      {report.questions.length === 0 ? undefined : (
        <Listed
          title={messages.agreementPage.byQuestion}
          heads={[
            messages.agreementPage.question,
            messages.agreementPage.items,
            messages.agreementPage.krippendorffs,
            'κ',
          ]}
        >
          {report.questions.map(each => (
            <Table.Tr key={each.question}>
              <Table.Td>{each.question}</Table.Td>
              <Table.Td>{each.items.toLocaleString('en')}</Table.Td>
              <Table.Td>{fixed(each.alpha)}</Table.Td>
              <Table.Td>{fixed(each.kappa)}</Table.Td>
            </Table.Tr>
          ))}
        </Listed>
      )}
      <Listed
        title={messages.agreementPage.byPair}
        heads={[messages.agreementPage.people, messages.agreementPage.items, 'F1']}
      >
        {report.pairs.map(each => (
          <Table.Tr key={`${each.one} ${each.other}`}>
            <Table.Td>
              {each.one}, {each.other}
            </Table.Td>
            <Table.Td>{each.items.toLocaleString('en')}</Table.Td>
            <Table.Td>{percent(each.f1)}</Table.Td>
          </Table.Tr>
        ))}
      </Listed>
      <Listed
        title={messages.agreementPage.leastAgreement}
        heads={[messages.agreementPage.item, messages.agreementPage.agreement]}
      >
        {report.lowest.map(each => (
          <Table.Tr key={each.item_id}>
            <Table.Td>
              <Link to={`/t/${project.team_id}/p/${project.id}/item/${each.item_id}`}>{each.name}</Link>
            </Table.Td>
            <Table.Td>{percent(each.score)}</Table.Td>
          </Table.Tr>
        ))}
      </Listed>
    </>
  );
}

function Figure({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <div className={classes['figure']} title={hint}>
      <span className={classes['muted']}>{title}</span>
      <span className={classes['value']}>{children}</span>
    </div>
  );
}

function Listed({
  title,
  heads,
  children,
}: {
  readonly title: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <section style={{ maxWidth: 900, marginBottom: 24 }}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {heads.map(head => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </section>
  );
}
