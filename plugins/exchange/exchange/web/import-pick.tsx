import { Stack, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DropTarget } from './kit/drop-target.tsx';
import { SendingFile, useFileSender } from './kit/file-sender.tsx';
import { messages } from './messages.ts';
import { packFiles } from './pack-files.ts';
import type { ImportPlace } from './transfer-dialogs.ts';
import { TransferClient } from './transfer-client.ts';

/** Takes the files to import and sends them. */
export function ImportPick({
  place,
  onSent,
}: {
  readonly place: ImportPlace;
  readonly onSent: (id: number) => void;
}): JSX.Element {
  const { imports } = useService(TransferClient);
  const { sending, problem, send, cancel } = useFileSender();

  const sendAll = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    await send(files.length === 1 ? files[0]!.name : messages.importPick.countFiles(files.length), async options => {
      const file = await packFiles(files);
      const { id } = await imports.uploadImport({
        params: { project_id: place.projectId },
        query: { name: file.name, ...(place.folderId === undefined ? {} : { folder_id: place.folderId }) },
        body: file,
        ...options,
      });
      onSent(id);
    });
  };

  if (sending !== undefined) return <SendingFile sending={sending} onCancel={cancel} />;
  return (
    <Stack gap="md">
      <DropTarget
        icon="upload"
        multiple
        hint={messages.importPick.loupeOrSuperannotateExport}
        onFiles={files => void sendAll(files)}
      />
      {problem === undefined ? undefined : (
        <Text role="alert" c="var(--loupe-danger)">
          {problem}
        </Text>
      )}
      <Text size="sm" c="var(--loupe-muted)">
        {messages.importPick.youllSeeAPreviewBefore}
      </Text>
    </Stack>
  );
}
