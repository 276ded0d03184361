import { Anchor, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { Select } from '#core/controls/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { DialogForm, ErrorPanel, Modal } from '#core/ui/web/index.ts';
import type { DemandedGroups } from '#plugins/workspace/classes/web/kit/index.ts';
import { ItemActions, things, useStatuses } from '#plugins/workspace/items/web/kit/index.ts';
import { demandText, missingValueClause } from './demand-text.ts';
import { MissingValues } from './missing-values.ts';

/** Asks what becomes of items that were annotated before a value was demanded. Says nothing when no item lacks one. */
export default function ExistingItemsDialog({ context }: PanelProps): JSX.Element | undefined {
  const { demanded, onDone } = context as unknown as { readonly demanded: DemandedGroups; readonly onDone: () => void };
  const { projectId, groups } = demanded;
  const missing = useService(MissingValues);
  const ids = groups.map(each => each.id);
  const counted = useQuery({
    queryKey: ['annotations', 'missing-values', projectId, ...ids],
    queryFn: () => missing.api.countMissingValues({ params: { project_id: projectId }, query: { group_ids: ids } }),
    gcTime: 0,
  });
  if (counted.data?.items === 0 || (counted.data === undefined && counted.error === null)) return undefined;
  return (
    <Modal opened onClose={onDone} title="Items annotated before" size="md">
      {counted.error === null ? (
        <Choice demanded={demanded} found={counted.data} onDone={onDone} />
      ) : (
        <ErrorPanel error={counted.error} onRetry={() => void counted.refetch()} />
      )}
    </Modal>
  );
}

interface ChoiceProps {
  readonly demanded: DemandedGroups;
  readonly found: {
    readonly items: number;
    readonly completed: number;
    readonly completed_statuses: readonly number[];
    readonly back: number;
  };
  readonly onDone: () => void;
}

function Choice({ demanded, found, onDone }: ChoiceProps): JSX.Element {
  const { projectId, groups } = demanded;
  const actions = useService(ItemActions);
  const team = useTeam();
  const moves = useCan('ApplyItemStatus');
  const statuses = useStatuses(projectId);
  const [choice, setChoice] = useState<'leave' | 'back'>('leave');
  const [to, setTo] = useState(found.back);
  const clause = missingValueClause(groups.map(each => each.id));
  const sends = moves && found.completed > 0;
  const finish = async (): Promise<void> => {
    onDone();
    if (choice === 'back')
      void actions.change(
        projectId,
        { filter: { status: found.completed_statuses, where: [clause] }, except: new Set(), total: found.completed },
        { kind: 'status', value: to },
      );
  };
  return (
    <DialogForm
      action={choice === 'back' ? `Send ${things(found.completed)} back` : 'Leave them'}
      cancel="Close"
      onSubmit={finish}
      onCancel={onDone}
    >
      <Text>
        {demandText(demanded, found)}{' '}
        <Anchor
          component={Link}
          underline="always"
          to={`/t/${team.id}/p/${projectId}/data?${new URLSearchParams({ where: clause }).toString()}`}
          onClick={onDone}
        >
          Show these items
        </Anchor>
      </Text>
      {sends ? (
        <Radio.Group
          label="What shall happen to them?"
          value={choice}
          onChange={value => setChoice(value as typeof choice)}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="leave"
              label="Demand the value only from now on"
              description="Items stay in their status. The value is asked for when somebody completes an item the next time."
            />
            <Radio
              value="back"
              label={`Send ${things(found.completed)} back to be worked on`}
              description="Only completed items are moved. You can undo this."
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Text c="var(--loupe-muted)">
          {found.completed === 0
            ? 'None of them is completed: the value is asked for when somebody completes them.'
            : 'They stay in their status. Someone who may set the status of items can send completed ones back.'}
        </Text>
      )}
      {sends && choice === 'back' ? (
        <Select
          label="To the status"
          allowDeselect={false}
          value={String(to)}
          onChange={value => setTo(Number(value))}
          data={statuses
            .filter(each => !found.completed_statuses.includes(each.value))
            .map(each => ({ value: String(each.value), label: each.title }))}
        />
      ) : undefined}
    </DialogForm>
  );
}
