import { Button } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import { primaryStep, stepTitle, waitingStatuses } from '#plugins/annotate/editor/web/kit/index.ts';
import { ItemActions, useStatusTargets } from '#plugins/workspace/items/web/kit/index.ts';
import { ClassificationClient } from './classification-client.ts';
import { messages } from './messages.ts';

/** The status of items that are being worked on. */
const IN_PROGRESS = 2;

/** Moves answered items on as *Submit* does in the editor; nothing where the workflow has no such step for the caller. */
export function SubmitAnswered({
  projectId,
  folderId,
  answered,
  among,
  settled,
}: {
  readonly projectId: number;
  readonly folderId: number | undefined;
  /** Clause of the filter that answered items meet. */
  readonly answered: string;
  /** Returns the items that are submitted when they are answered. */
  readonly among: () => ReadonlySet<number>;
  /** Resolves when the answers are stored. */
  readonly settled: () => Promise<unknown>;
}): JSX.Element | undefined {
  const client = useService(ClassificationClient);
  const actions = useService(ItemActions);
  const targets = useStatusTargets(projectId, [IN_PROGRESS]);
  const [busy, setBusy] = useState(false);
  const to = primaryStep(
    IN_PROGRESS,
    targets.map(each => each.value),
  );
  if (to === undefined) return undefined;
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await settled();
      const from = waitingStatuses(IN_PROGRESS);
      const { ids } = await client.ids(projectId, {
        ...(folderId === undefined ? {} : { folder_id: folderId }),
        status: [...from],
        where: [answered],
      });
      const listed = among();
      const chosen = new Set(ids.filter(id => listed.has(id)));
      if (chosen.size === 0) toast(messages.submitAnswered.nothingToSubmit);
      else await actions.change(projectId, { ids: chosen }, { kind: 'status', value: { to, from } });
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const title = stepTitle(IN_PROGRESS, to, targets.find(each => each.value === to)?.title ?? '');
  return (
    <Tooltip label={messages.submitAnswered.hint}>
      <Button
        loading={busy}
        leftSection={<Icon name="check" size={14} />}
        onClick={event => {
          event.currentTarget.blur();
          void submit();
        }}
      >
        {messages.submitAnswered.answered(title)}
      </Button>
    </Tooltip>
  );
}
