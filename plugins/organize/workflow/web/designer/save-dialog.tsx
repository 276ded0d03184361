import { Alert, Button, Group, List, ScrollArea, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { errorText, Modal } from '#core/ui/web/index.ts';
import type { WorkflowImpact } from '../../common/change-api.ts';
import type { StatusMove } from '../../common/status-moves.ts';
import type { WorkflowDifference } from '../../common/workflow-difference.ts';
import { MigrationProgress } from '../migration-progress.tsx';
import { ImpactPanel } from '../impact-panel.tsx';
import { allMapped, lostStatuses } from '../lost-statuses.ts';
import { messages } from '../messages.ts';
import { itemsText } from '../usage-text.ts';

/** A change that waits for the person's word. */
export interface WaitingSave {
  readonly impact: WorkflowImpact;
  readonly differences: readonly WorkflowDifference[];
  readonly targets: readonly { readonly value: number; readonly name: string }[];
}

interface SaveDialogProps {
  readonly waiting: WaitingSave | undefined;
  readonly onClose: () => void;
  /** Carries the change out; throws what speaks against it. */
  readonly onSave: (moves: readonly StatusMove[]) => Promise<void>;
}

/** Shows the effects of saving a workflow that projects have, and the new statuses of items. */
export function SaveDialog({ waiting, onClose, onSave }: SaveDialogProps): JSX.Element {
  return (
    <Modal opened={waiting !== undefined} onClose={onClose} title={messages.saveDialog.saveAWorkflowInUse} size="lg">
      {waiting === undefined ? undefined : <SaveQuestion waiting={waiting} onClose={onClose} onSave={onSave} />}
    </Modal>
  );
}

function SaveQuestion({
  waiting: { impact, differences, targets },
  onClose,
  onSave,
}: SaveDialogProps & { readonly waiting: WaitingSave }): JSX.Element {
  const [moves, setMoves] = useState<readonly StatusMove[]>([]);
  const lost = lostStatuses(impact);
  const moving = lost.reduce((sum, each) => sum + each.items, 0);
  const touched = (names: readonly string[]): number =>
    impact.projects
      .flatMap(each => each.statuses)
      .reduce((sum, each) => (names.includes(each.name) ? sum + each.items : sum), 0);
  const saving = useMutation({ mutationFn: () => onSave(moves) });
  return (
    <Stack gap="md">
      <Text>
        {messages.saveDialog.thisWorkflowTheChangeHolds(
          impact.projects.length === 1
            ? messages.saveDialog.oneProjectHas
            : messages.saveDialog.countProjectsHave(impact.projects.length),
        )}
      </Text>
      <ScrollArea.Autosize mah={150} type="auto" tabIndex={0} aria-label={messages.saveDialog.whatChanges}>
        <List size="sm" spacing={2}>
          {differences.map(each => (
            <List.Item key={each.text}>
              {each.statuses.length === 0
                ? each.text
                : messages.saveDialog.touchesItemsText(each.text, itemsText(touched(each.statuses)))}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      <ImpactPanel impact={impact} targets={targets} moves={moves} onMoves={setMoves} />
      {saving.isPending && moving > 0 ? <MigrationProgress moving={moving} /> : undefined}
      {saving.error === null ? undefined : (
        <Alert p="xs" color="red" role="alert">
          {errorText(saving.error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={saving.isPending} onClick={onClose}>
          {messages.shared.cancel}
        </Button>
        <Button loading={saving.isPending} disabled={!allMapped(impact, moves)} onClick={() => saving.mutate()}>
          {moving === 0 ? messages.shared.save : messages.saveDialog.saveAndMoveItemsText(itemsText(moving))}
        </Button>
      </Group>
    </Stack>
  );
}
