import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { errorText, Modal, useOnceAtATime } from '#core/ui/web/index.ts';
import type { Folder } from '../../common/item.ts';
import { folderNameProblem } from '../../common/item-name.ts';
import { DataDialogs } from '../data-dialogs.ts';
import { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';

/** Makes a folder, or renames one. */
export function FolderDialog({ projectId, base }: { readonly projectId: number; readonly base: string }): JSX.Element {
  const dialogs = useService(DataDialogs);
  const { folder } = useSnapshot(dialogs.state);
  const close = (): void => dialogs.folder(undefined);
  return (
    <Modal
      opened={folder !== undefined}
      onClose={close}
      title={folder === 'new' ? messages.shared.newFolder : messages.folderDialog.renameFolder}
      size="sm"
    >
      {folder === undefined ? undefined : (
        <NameForm
          key={folder === 'new' ? 'new' : folder.id}
          projectId={projectId}
          base={base}
          folder={folder === 'new' ? undefined : (folder as Folder)}
          onDone={close}
        />
      )}
    </Modal>
  );
}

function NameForm({
  projectId,
  base,
  folder,
  onDone,
}: {
  readonly projectId: number;
  readonly base: string;
  readonly folder: Folder | undefined;
  readonly onDone: () => void;
}): JSX.Element {
  const client = useService(ItemsClient);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(folder?.name ?? '');
  const [touched, setTouched] = useState(false);
  const wrong = folderNameProblem(name);

  const saving = useMutation({
    mutationFn: () =>
      folder === undefined
        ? client.folders.createFolder({ query: { project_id: projectId, exact: true }, body: { name: name.trim() } })
        : client.folders.updateFolder({
            params: { folder_id: folder.id },
            query: { project_id: projectId },
            body: { name: name.trim() },
          }),
    onSuccess: async saved => {
      await queries.invalidateQueries({ queryKey: ['items', 'folders'] });
      onDone();
      if (folder === undefined) void navigate(`${base}/f/${saved.id}`);
    },
  });
  const save = useOnceAtATime(saving);
  const problem = saving.error === null ? undefined : errorText(saving.error);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        setTouched(true);
        if (wrong === undefined) save();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={messages.shared.name}
          value={name}
          error={problem ?? (touched || name !== '' ? wrong : undefined)}
          onChange={event => {
            setName(event.currentTarget.value);
            saving.reset();
          }}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            {messages.shared.cancel}
          </Button>
          <Button
            type="submit"
            loading={saving.isPending}
            disabled={wrong !== undefined || name.trim() === folder?.name}
          >
            {folder === undefined ? messages.folderDialog.create : messages.shared.rename}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
