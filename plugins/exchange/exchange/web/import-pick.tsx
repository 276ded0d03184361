import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { errorText } from '#core/ui/web/index.ts';
import { DropTarget } from './kit/drop-target.tsx';
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
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number }>();
  const [problem, setProblem] = useState<string>();
  const abort = useRef<AbortController>(undefined);

  const send = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    abort.current = new AbortController();
    setProblem(undefined);
    setSending({ name: files.length === 1 ? files[0]!.name : `${files.length} files`, share: 0 });
    try {
      const file = await packFiles(files);
      const { id } = await imports.uploadImport({
        params: { project_id: place.projectId },
        query: { name: file.name, ...(place.folderId === undefined ? {} : { folder_id: place.folderId }) },
        body: file,
        signal: abort.current.signal,
        onProgress: (sent, total) =>
          setSending(before => ({ name: before?.name ?? '', share: sent / Math.max(1, total) })),
      });
      onSent(id);
    } catch (error) {
      if (!abort.current.signal.aborted) setProblem(errorText(error));
      setSending(undefined);
    }
  };

  if (sending !== undefined) {
    return (
      <Stack gap="sm">
        <Text>{messages.importPick.sendingName(sending.name)}</Text>
        <Progress aria-label={messages.importPick.sent} value={sending.share * 100} size="sm" />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => abort.current?.abort()}>
            {messages.shared.cancel}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <DropTarget
        icon="upload"
        multiple
        hint={messages.importPick.loupeOrSuperannotateExport}
        onFiles={files => void send(files)}
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
