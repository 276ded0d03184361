import { Button, Group, JsonInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Modal } from '#core/ui/web/index.ts';
import type { StoredTask } from '../../common/actions-api.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import type { DryRunResult } from '../../common/dry-run.ts';
import { AutomationsClient } from '../automations-client.ts';
import { DryRunTable } from '../editor/dry-run-table.tsx';
import { ItemChooser } from '../editor/item-chooser.tsx';
import { readObject } from '../editor/json-object-input.tsx';
import { messages } from '../messages.ts';

interface TestDialogProps {
  readonly task: StoredTask;
  readonly draft: ActionCode;
  readonly projects: readonly { readonly id: number; readonly name: string }[];
  /** Gets why the code could not be run. */
  readonly onRefused: (error: Error) => void;
  readonly onClose: () => void;
}

/** Runs the code of the editor on chosen items without changing them. */
export function TestDialog({ task, draft, projects, onRefused, onClose }: TestDialogProps): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const [project, setProject] = useState<number>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [text, setText] = useState('');
  const [result, setResult] = useState<DryRunResult>();
  const argument = readObject(text);
  const run = useMutation({
    mutationFn: () =>
      actions.testCustomTask({
        params: { custom_task_id: task.id },
        body: {
          draft,
          project_id: project!,
          item_ids: [...chosen],
          ...(argument === undefined || argument === null ? {} : { event_object: argument }),
        },
      }),
    onSuccess: setResult,
    onError: onRefused,
  });
  return (
    <Modal opened onClose={onClose} title={messages.testDialog.testName(task.name)} size="xl">
      <Stack gap="md">
        <Text c="var(--loupe-muted)">{messages.testDialog.theDraftRuns}</Text>
        <ItemChooser
          projects={projects}
          project={project}
          chosen={chosen}
          onChange={(next, items) => {
            setProject(next);
            setChosen(items);
            setResult(undefined);
          }}
        />
        <JsonInput
          label={messages.testDialog.arguments}
          autosize
          minRows={2}
          maxRows={8}
          {...(argument === null ? { error: messages.jsonObjectInput.mustBeAnObject } : {})}
          value={text}
          onChange={setText}
        />
        {result === undefined || project === undefined ? undefined : (
          <DryRunTable result={result} projectId={project} nameOfNode={() => task.name} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.shared.close}
          </Button>
          <Button
            loading={run.isPending}
            disabled={chosen.size === 0 || argument === null}
            onClick={() => run.mutate()}
          >
            {messages.testDialog.run}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
