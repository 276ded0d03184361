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
import { messages } from '../messages.ts';
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
    <Modal opened onClose={onDone} title={messages.existingItemsDialog.itemsAnnotatedBefore} size="md">
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
      action={
        choice === 'back'
          ? messages.existingItemsDialog.sendThingsBack(things(found.completed))
          : messages.existingItemsDialog.leaveThem
      }
      cancel={messages.existingItemsDialog.close}
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
          {messages.existingItemsDialog.showTheseItems}
        </Anchor>
      </Text>
      {sends ? (
        <Radio.Group
          label={messages.existingItemsDialog.whatShallHappenToThem}
          value={choice}
          onChange={value => setChoice(value as typeof choice)}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="leave"
              label={messages.existingItemsDialog.demandTheValueOnly}
              description={messages.existingItemsDialog.itemsStayInTheirStatus}
            />
            <Radio
              value="back"
              label={messages.existingItemsDialog.sendThingsBackTo(things(found.completed))}
              description={messages.existingItemsDialog.onlyCompletedItemsAreMoved}
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Text c="var(--loupe-muted)">
          {found.completed === 0
            ? messages.existingItemsDialog.noneOfThemIsCompleted
            : messages.existingItemsDialog.theyStayInTheirStatus}
        </Text>
      )}
      {sends && choice === 'back' ? (
        <Select
          label={messages.existingItemsDialog.toTheStatus}
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
