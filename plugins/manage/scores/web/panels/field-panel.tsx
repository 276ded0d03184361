import { Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useAddressOf, useCan, useService } from '#core/kernel/web/index.ts';
import { ErrorPanel, LoadingSkeleton, toastError } from '#core/ui/web/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { ScoreValue } from '../../common/api.ts';
import { messages } from '../messages.ts';
import { ScoreInput } from '../score-input.tsx';
import { ScoresClient } from '../scores-client.ts';

/** Score of a field in a form. */
interface ScoredField {
  readonly projectId: number;
  readonly itemId: number;
  readonly componentId: string;
  readonly name: string;
  readonly scoring: {
    readonly id: number;
    readonly name?: string;
    readonly weight?: number;
    readonly role?: { readonly id: number; readonly name: string };
  };
  readonly readOnly: boolean;
}

/**
 * A field of a form that rates who has a role on the item: its value is kept with the scores, at once, and not with the
 * answers.
 */
export default function FieldPanel({ context }: PanelProps): JSX.Element {
  const addressOf = useAddressOf();
  const { projectId, itemId, componentId, name, scoring, readOnly } = context as unknown as ScoredField;
  const { templates, values } = useService(ScoresClient);
  const transport = useService(Transport);
  const queries = useQueryClient();
  const gives = useCan('ApplyItemApprovalStatus');
  const sees = useCan('ViewUserScores');
  const query = { project_id: projectId, item_id: itemId };
  const key = ['scores', 'values', projectId, itemId];
  const score = useQuery({
    queryKey: ['scores', 'templates', 'one', scoring.id],
    retry: false,
    queryFn: () => templates.getScore({ params: { id: scoring.id } }),
  });
  const item = useQuery({
    queryKey: ['scores', 'rated', projectId, itemId],
    queryFn: () => client(itemsApi, transport).getProjectItem({ params: query }),
  });
  const given = useQuery({ queryKey: key, queryFn: async () => (await values.listValues({ query })).data });
  const error = score.error ?? item.error ?? given.error;
  if (error !== null)
    return (
      <ErrorPanel
        error={error}
        onRetry={() => {
          void score.refetch();
          void item.refetch();
          void given.refetch();
        }}
      />
    );
  if (score.data === undefined || item.data === undefined || given.data === undefined)
    return <LoadingSkeleton h={30} label={messages.fieldPanel.loadingName(name)} />;
  const role = scoring.role ?? { id: 1, name: 'Annotator' };
  const rated = item.data.assignments.find(each => each.user_role === role.id);
  if (rated === undefined)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {messages.fieldPanel.itRates(role.name)}
      </Text>
    );
  const stored = given.data.find(each => each.score_id === scoring.id && each.user_id === rated.user_id);
  const give = async (value: number | string | null): Promise<void> => {
    try {
      const weight = value === null ? null : (scoring.weight ?? 1);
      const { data } = await values.putValues({
        query: { project_id: projectId },
        body: {
          data: [
            {
              item_id: itemId,
              score_id: scoring.id,
              user_id: rated.user_id,
              user_role: role.id,
              value,
              weight,
              component_id: componentId,
            },
          ],
        },
      });
      // What was just given is shown although who gives scores may not see those of others.
      queries.setQueryData<readonly ScoreValue[]>(key, before => [
        ...(before ?? []).filter(each => each.score_id !== scoring.id || each.user_id !== rated.user_id),
        ...data,
      ]);
    } catch (failure) {
      toastError(failure);
      await given.refetch();
    }
  };
  const mayGive = gives && !readOnly;
  const value = stored?.value ?? undefined;
  return (
    <div data-score={scoring.id}>
      {mayGive ? (
        <Group gap="sm">
          <ScoreInput score={score.data} label={name} value={value} onChange={next => void give(next)} />
          {value === undefined ? undefined : (
            <Button variant="subtle" size="compact-xs" onClick={() => void give(null)}>
              {messages.fieldPanel.clear}
            </Button>
          )}
        </Group>
      ) : (
        <Text size="sm">{value ?? messages.fieldPanel.notScored}</Text>
      )}
      <Text size="sm" c="var(--loupe-muted)">
        {(mayGive && !sees
          ? messages.fieldPanel.nameOfReplaced
          : !mayGive && !gives
            ? messages.fieldPanel.nameOfGivenByOthers
            : messages.fieldPanel.nameOf)(score.data.name, addressOf(rated.user_id))}
      </Text>
    </div>
  );
}
