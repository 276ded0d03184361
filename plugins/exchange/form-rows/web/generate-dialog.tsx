import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { joinParts } from '#core/base/common/index.ts';
import { JobProgress, useJob, useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { itemNameProblem } from '#plugins/workspace/items/common/index.ts';
import { numberedName } from '../common/planned-item.ts';
import { generateLimit } from '../common/rows-api.ts';
import { messages } from './messages.ts';
import { RowsClient } from './rows-client.ts';
import type { RowPlace } from './row-dialogs.ts';

/** Empty items by a name and how many there are to be. */
export function GenerateDialog({
  place,
  onClose,
}: {
  readonly place: RowPlace;
  readonly onClose: () => void;
}): JSX.Element {
  const [jobId, setJobId] = useState<string>();
  return (
    <Modal opened onClose={onClose} title={messages.generateDialog.generateItems}>
      {jobId === undefined ? (
        <Choose place={place} onClose={onClose} onBegun={setJobId} />
      ) : (
        <Running jobId={jobId} onClose={onClose} />
      )}
    </Modal>
  );
}

function Choose({
  place: { projectId, folderId },
  onClose,
  onBegun,
}: {
  readonly place: RowPlace;
  readonly onClose: () => void;
  readonly onBegun: (jobId: string) => void;
}): JSX.Element {
  const { rows } = useService(RowsClient);
  const [name, setName] = useState(messages.generateDialog.item);
  const [count, setCount] = useState<number | string>(10);
  const problem = itemNameProblem(name.trim());
  const number =
    typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= generateLimit ? count : undefined;
  return (
    <DialogForm
      action={number === undefined ? messages.generateDialog.generate : messages.generateDialog.generateNumber(number)}
      ready={problem === undefined && number !== undefined}
      onCancel={onClose}
      onSubmit={async () =>
        onBegun(
          (
            await rows.generateItems({
              params: { project_id: projectId },
              body: { ...(folderId === undefined ? {} : { folder_id: folderId }), name: name.trim(), count: number! },
            })
          ).job_id,
        )
      }
    >
      <TextInput
        label={messages.shared.name}
        value={name}
        error={name === '' ? undefined : problem}
        onChange={event => setName(event.currentTarget.value)}
        data-autofocus
      />
      <NumberInput
        label={messages.generateDialog.howMany}
        min={1}
        max={generateLimit}
        allowDecimal={false}
        clampBehavior="none"
        thousandSeparator=","
        value={count}
        onChange={setCount}
        error={number === undefined ? messages.generateDialog.typeANumberFrom1(generateLimit) : undefined}
      />
      {problem === undefined && number !== undefined ? (
        <Text size="sm" c="var(--loupe-muted)" role="status">
          {messages.generateDialog.namesThatAreTakenAre(
            number === 1
              ? numberedName(name.trim(), 1)
              : messages.generateDialog.firstToLast(numberedName(name.trim(), 1), numberedName(name.trim(), number)),
          )}
        </Text>
      ) : undefined}
    </DialogForm>
  );
}

function Running({ jobId, onClose }: { readonly jobId: string; readonly onClose: () => void }): JSX.Element {
  const job = useJob(jobId);
  const { created = 0, skipped = 0 } = (job?.result ?? {}) as { readonly created?: number; readonly skipped?: number };
  return (
    <Stack gap="md">
      <JobProgress job={job} />
      {job?.state === 'COMPLETED' ? (
        <Text role="status">
          {joinParts(
            messages.generateDialog.createdMade(created.toLocaleString('en')),
            skipped > 0 ? messages.generateDialog.skippedBecauseTheirNameIs(skipped.toLocaleString('en')) : undefined,
          )}
        </Text>
      ) : undefined}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {messages.shared.close}
        </Button>
      </Group>
    </Stack>
  );
}
