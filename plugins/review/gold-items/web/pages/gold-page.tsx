import { Button, Group, MultiSelect, NumberInput, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, errorText, PageBody, PageHeader, SavedMark, useLeaveQuestion } from '#core/ui/web/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import type { GoldReport } from '../../common/api.ts';
import { MOST_PERCENT } from '../../common/api.ts';
import { GoldClient, goldKey } from '../gold-client.ts';
import { messages } from '../messages.ts';
import { GoldList } from './gold-list.tsx';
import { PeopleTable } from './people-table.tsx';

/** Setup tab: the share of gold items, the accuracy of annotators, and the items that are gold. */
export default function GoldPage(): JSX.Element {
  const project = useProject();
  const gold = useService(GoldClient);
  const { data, error, refetch } = useQuery({
    queryKey: goldKey(project.id),
    queryFn: () => gold.api.getGoldReport({ params: { project_id: project.id } }),
  });
  return (
    <>
      <PageHeader title={messages.goldPage.goldItems} />
      <PageBody>
        {data !== undefined ? (
          <>
            <ShareForm report={data} />
            <PeopleTable report={data} />
            <GoldList report={data} />
          </>
        ) : error !== null ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton h={240} maw={900} />
        )}
      </PageBody>
    </>
  );
}

function ShareForm({ report: { percent, threshold, fields } }: { readonly report: GoldReport }): JSX.Element {
  const project = useProject();
  const gold = useService(GoldClient);
  const queries = useQueryClient();
  const [value, setValue] = useState<number | string>(percent);
  const [least, setLeast] = useState<number | string>(threshold ?? '');
  const shown = fields.filter(each => each.given).map(each => each.id);
  const [given, setGiven] = useState(shown);
  const saving = useMutation({
    mutationFn: () =>
      gold.api.putGoldShare({
        params: { project_id: project.id },
        body: {
          percent: Number(value),
          threshold: least === '' ? null : Number(least),
          given: fields.length === 0 ? null : given,
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: goldKey(project.id) }),
  });
  const dirty =
    value !== percent ||
    least !== (threshold ?? '') ||
    given.length !== shown.length ||
    given.some(id => !shown.includes(id));
  useLeaveQuestion(dirty);
  return (
    <section style={{ maxWidth: 700, marginBottom: 28 }}>
      <NumberInput
        label={messages.goldPage.share}
        description={messages.goldPage.shareHint}
        error={saving.error === null ? undefined : errorText(saving.error)}
        styles={{ wrapper: { width: 160 } }}
        suffix=" %"
        min={0}
        max={MOST_PERCENT}
        clampBehavior="strict"
        allowDecimal={false}
        value={value}
        onChange={next => {
          setValue(next);
          saving.reset();
        }}
      />
      <NumberInput
        mt="md"
        label={messages.goldPage.threshold}
        description={messages.goldPage.thresholdHint}
        styles={{ wrapper: { width: 160 } }}
        suffix=" %"
        min={1}
        max={100}
        clampBehavior="strict"
        allowDecimal={false}
        value={least}
        onChange={next => {
          setLeast(next);
          saving.reset();
        }}
      />
      {fields.length === 0 ? undefined : (
        <MultiSelect
          mt="md"
          label={messages.goldPage.givenFields}
          description={messages.goldPage.givenFieldsHint}
          placeholder={given.length === 0 ? messages.goldPage.noneGiven : ''}
          data={fields.map(({ id, title }) => ({
            value: id,
            label: fields.some(each => each.id !== id && each.title === title) ? `${title} (${id})` : title,
          }))}
          value={given}
          onChange={next => {
            setGiven(next);
            saving.reset();
          }}
        />
      )}
      <Group mt="sm">
        <Button disabled={!dirty || value === ''} loading={saving.isPending} onClick={() => saving.mutate()}>
          {messages.goldPage.save}
        </Button>
        <SavedMark shown={saving.isSuccess} />
      </Group>
    </section>
  );
}
