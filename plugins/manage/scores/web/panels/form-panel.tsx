import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import { formKeys } from '#plugins/annotate/form/common/index.ts';
import { contributorsApi } from '#plugins/workspace/projects/common/index.ts';
import { useProject } from '#plugins/workspace/projects/web/kit/index.ts';
import { rangeText } from '../../common/score-text.ts';
import { messages } from '../messages.ts';
import { ScoresClient } from '../scores-client.ts';

/** Score of a component. */
interface Scoring {
  readonly id: number | null;
  readonly name: string;
  readonly role: { readonly id: number; readonly name: string };
}

/** Binds a component of a form to a score of the team, and to the role that is rated by it. */
export default function FormPanel({ context }: PanelProps): JSX.Element {
  const { type, onChange } = context as {
    readonly type: string;
    readonly onChange: (scoring: Scoring | undefined) => void;
  };
  const scoring = (context['scoring'] ?? undefined) as Scoring | undefined;
  const team = useTeam();
  const project = useProject();
  const { templates } = useService(ScoresClient);
  const transport = useService(Transport);
  const scores = useQuery({
    queryKey: ['scores', team.id, 'all'],
    queryFn: async () => (await templates.listScores({ query: {} })).data,
  });
  const roles = useQuery({
    queryKey: formKeys.roles(project.id),
    staleTime: 60_000,
    queryFn: async () =>
      (
        await client(contributorsApi, transport).listContributors({
          params: { project_id: project.id },
          query: { limit: 1 },
        })
      ).roles,
  });
  const error = scores.error ?? roles.error;
  if (error !== null)
    return (
      <ErrorPanel
        error={error}
        onRetry={() => {
          void scores.refetch();
          void roles.refetch();
        }}
      />
    );
  if (scores.data === undefined || roles.data === undefined) return <Skeleton h={80} />;
  const fitting = scores.data.filter(
    each => each.type === type && (each.project_ids === null || each.project_ids.includes(project.id)),
  );
  const [first] = roles.data;
  // A form of another team names a score that is not here yet.
  const strange =
    scoring !== undefined && !fitting.some(each => each.id === scoring.id)
      ? [{ value: 'other', label: messages.formPanel.nameNotInThisTeam(scoring.name) }]
      : [];
  const choose = (value: string | null): void => {
    const score = fitting.find(each => String(each.id) === value);
    if (value === null) onChange(undefined);
    else if (score !== undefined && first !== undefined)
      onChange({ id: score.id, name: score.name, role: scoring?.role ?? { id: first.id, name: first.name } });
  };
  return (
    <Stack gap="sm">
      {fitting.length === 0 && strange.length === 0 ? (
        <Text size="sm" c="var(--loupe-muted)">
          {messages.formPanel.teamHasNoScore}
        </Text>
      ) : (
        <Select
          label={messages.formPanel.givesTheScore}
          placeholder={messages.formPanel.none}
          clearable
          searchable
          data={[
            ...fitting.map(each => ({ value: String(each.id), label: `${each.name} (${rangeText(each)})` })),
            ...strange,
          ]}
          value={scoring === undefined ? null : strange.length > 0 ? 'other' : String(scoring.id)}
          onChange={choose}
        />
      )}
      {scoring === undefined ? undefined : (
        <Select
          label={messages.formPanel.toWhoHasTheRole}
          allowDeselect={false}
          data={roles.data.map(each => ({ value: String(each.id), label: each.name }))}
          value={String(scoring.role?.id ?? '')}
          onChange={value => {
            const role = roles.data.find(each => String(each.id) === value);
            if (role !== undefined) onChange({ ...scoring, role: { id: role.id, name: role.name } });
          }}
        />
      )}
    </Stack>
  );
}
