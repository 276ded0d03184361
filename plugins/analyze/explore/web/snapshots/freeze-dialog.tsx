import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import { searchPlace } from '../results/found-ids.ts';
import { snapshotsKey } from './use-snapshots.ts';

interface FreezeDialogProps {
  readonly projectId: number;
  readonly address: ExploreAddress;
  readonly count: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Names the results and freezes them as a version of the dataset. */
export function FreezeDialog({ opened, onClose, ...form }: FreezeDialogProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.freezeDialog.freezeResults} size="md">
      {opened ? <Form {...form} onDone={onClose} /> : undefined}
    </Modal>
  );
}

function Form({
  projectId,
  address,
  count,
  onDone,
}: Omit<FreezeDialogProps, 'opened' | 'onClose'> & { readonly onDone: () => void }): JSX.Element {
  const { snapshots } = useService(ExploreClient);
  const queries = useQueryClient();
  const [name, setName] = useState('');
  return (
    <DialogForm
      action={messages.freezeDialog.freeze}
      ready={name.trim() !== ''}
      onCancel={onDone}
      onSubmit={async () => {
        await snapshots.createSnapshot({
          query: searchPlace(projectId, address),
          body: { name: name.trim(), query: address.query },
        });
        onDone();
        await queries.invalidateQueries({ queryKey: snapshotsKey(projectId) });
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{messages.freezeDialog.explanation(things(count))}</Text>
        {address.query === '' ? undefined : <Code block>{address.query}</Code>}
        <TextInput
          label={messages.shared.name}
          value={name}
          maxLength={120}
          onChange={event => setName(event.currentTarget.value)}
          data-autofocus
        />
      </Stack>
    </DialogForm>
  );
}
