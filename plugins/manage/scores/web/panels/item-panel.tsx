import { Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { projectRoleLabel } from '#core/permissions/common/index.ts';
import { ErrorPanel, LoadingSkeleton, toastError } from '#core/ui/web/index.ts';
import type { Item } from '#plugins/workspace/items/common/index.ts';
import type { ScoreValue } from '../../common/api.ts';
import type { Score } from '../../common/score.ts';
import { GivenNumber } from '../given-number.tsx';
import { messages } from '../messages.ts';
import { ScoreInput } from '../score-input.tsx';
import { ScoresClient } from '../scores-client.ts';

/** Scores of the people who worked on an item, to be given and changed. */
export default function ItemPanel({ context }: PanelProps): JSX.Element {
  const addressOf = useAddressOf();
  const { item } = context as unknown as { readonly item: Item };
  const { templates, values } = useService(ScoresClient);
  const queries = useQueryClient();
  const sees = useCan('ViewUserScores');
  const query = { project_id: item.project_id, item_id: item.id };
  const scores = useQuery({
    queryKey: ['scores', 'templates', 'of', item.project_id],
    queryFn: async () =>
      (await templates.listScores({ query: {} })).data.filter(
        each => each.project_ids?.includes(item.project_id) !== false,
      ),
  });
  const given = useQuery({
    queryKey: ['scores', 'values', item.project_id, item.id],
    queryFn: async () => (await values.listValues({ query })).data,
  });
  const error = scores.error ?? given.error;
  if (error !== null)
    return (
      <ErrorPanel
        error={error}
        onRetry={() => {
          void scores.refetch();
          void given.refetch();
        }}
      />
    );
  if (scores.data === undefined || given.data === undefined)
    return <LoadingSkeleton h={80} label={messages.itemPanel.loadingScores} />;
  if (scores.data.length === 0) return <Text c="var(--loupe-muted)">{messages.itemPanel.teamHasNoScores}</Text>;
  if (item.assignments.length === 0)
    return <Text c="var(--loupe-muted)">{messages.itemPanel.nobodyIsAssignedToThisItem}</Text>;

  const of = (score: Score, email: string): ScoreValue | undefined =>
    given.data.find(each => each.score_id === score.id && each.user_id === email);
  const give = async (
    score: Score,
    email: string,
    role: number,
    value: number | string,
    weight: number,
  ): Promise<void> => {
    try {
      const { data } = await values.putValues({
        query: { project_id: item.project_id },
        body: { data: [{ item_id: item.id, score_id: score.id, user_id: email, user_role: role, value, weight }] },
      });
      // What was just given is shown although who gives scores may not see those of others.
      queries.setQueryData<readonly ScoreValue[]>(['scores', 'values', item.project_id, item.id], before => [
        ...(before ?? []).filter(each => each.score_id !== score.id || each.user_id !== email),
        ...data,
      ]);
      await queries.invalidateQueries({ queryKey: ['scores', 'person'] });
    } catch (failure) {
      toastError(failure);
      await given.refetch();
    }
  };
  return (
    <Stack gap="lg">
      {sees ? undefined : (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.itemPanel.youGiveScoresHere}
        </Text>
      )}
      {item.assignments.map(({ user_id: email, user_role: role }) => (
        <section key={`${email} ${role}`} aria-label={messages.itemPanel.scoresOfEmail(addressOf(email))}>
          <Text fw={500} mb={6} style={{ overflowWrap: 'anywhere' }}>
            {addressOf(email)}{' '}
            <Text span size="sm" c="var(--loupe-muted)">
              {projectRoleLabel(role)}
            </Text>
          </Text>
          <Stack gap={8}>
            {scores.data.map(score => {
              const stored = of(score, email);
              const value = stored?.value ?? undefined;
              const weight = stored?.weight ?? 1;
              return (
                <div key={score.id}>
                  <Text size="sm" title={score.description ?? undefined}>
                    {score.name}
                  </Text>
                  <Group gap="sm" justify="space-between" wrap="nowrap">
                    <ScoreInput
                      score={score}
                      label={messages.itemPanel.nameOf(score.name, email)}
                      value={value}
                      onChange={next => void give(score, email, role, next, weight)}
                    />
                    {value === undefined || score.type === 'radio' ? undefined : (
                      <GivenNumber
                        label={messages.itemPanel.weightOfNameOfEmail(score.name, email)}
                        width={110}
                        min={0.1}
                        max={1000}
                        step={0.5}
                        prefix={messages.itemPanel.weight}
                        value={weight}
                        onGive={next => void give(score, email, role, value, next)}
                      />
                    )}
                  </Group>
                </div>
              );
            })}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}
