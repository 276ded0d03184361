import { Alert, List, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import { teamRoleLabels } from '#core/permissions/common/index.ts';
import { DialogForm, ErrorPanel, LoadingSkeleton, Modal, toast, useDebounced } from '#core/ui/web/index.ts';
import { useIdentityProof } from '#plugins/workspace/profile/web/kit/index.ts';
import type { MergePreview, UserAccount } from '../common/people-api.ts';
import { AdminClient } from './admin-client.ts';
import { messages } from './messages.ts';

interface MergeDialogProps {
  /** The account that is closed; undefined closes the dialog. */
  readonly user: UserAccount | undefined;
  readonly onClose: () => void;
}

/** Merges an account into another one of the same person, after showing what that does. */
export function MergeDialog({ user, onClose }: MergeDialogProps): JSX.Element {
  return (
    <Modal
      opened={user !== undefined}
      onClose={onClose}
      size="lg"
      title={messages.mergeDialog.title(user?.email ?? '')}
    >
      {user === undefined ? undefined : <Fields user={user} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ user, onClose }: MergeDialogProps & { readonly user: UserAccount }): JSX.Element {
  const { installation } = useService(AdminClient);
  const queries = useQueryClient();
  const { withProof, dialog } = useIdentityProof();
  const [text, setText] = useState('');
  const [into, setInto] = useState<string | null>(null);
  const search = useDebounced(text.trim(), 300);
  const found = useQuery({
    queryKey: ['admin', 'users', 'to merge into', search],
    queryFn: () => installation.listUsers({ query: { limit: 50, ...(search === '' ? {} : { search }) } }),
    placeholderData: keepPreviousData,
  });
  const preview = useQuery({
    queryKey: ['admin', 'users', 'merge', user.id, into],
    enabled: into !== null,
    queryFn: () => installation.previewMerge({ params: { person_id: user.id }, query: { into_id: Number(into) } }),
    retry: false,
  });
  const others = (found.data?.data ?? []).filter(each => each.id !== user.id && !each.closed && !each.super_admin);
  const ready = preview.data !== undefined && preview.error === null && preview.data.refused.length === 0;
  const merge = async (): Promise<void> => {
    const done = await withProof(
      async () =>
        void (await installation.mergeUser({ params: { person_id: user.id }, body: { into_id: Number(into) } })),
    );
    if (!done) return;
    await queries.invalidateQueries({ queryKey: ['admin', 'users'] });
    toast(messages.mergeDialog.done(user.email), { tone: 'success' });
    onClose();
  };
  return (
    <>
      <DialogForm action={messages.mergeDialog.merge} ready={ready} onSubmit={merge} onCancel={onClose}>
        <Stack gap="sm">
          <Text size="sm">{messages.mergeDialog.explain(user.email)}</Text>
          <Select
            label={messages.mergeDialog.into}
            description={messages.mergeDialog.intoHint}
            searchable
            data-autofocus
            nothingFoundMessage={messages.searchedTable.nothingMatches}
            value={into}
            onChange={setInto}
            onSearchChange={shown => setText(others.some(each => labelOf(each) === shown) ? '' : shown)}
            filter={({ options }) => options}
            data={others.map(each => ({ value: String(each.id), label: labelOf(each) }))}
          />
          {into === null ? undefined : preview.error !== null ? (
            <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />
          ) : preview.data === undefined ? (
            <LoadingSkeleton h={80} label={messages.mergeDialog.moved} />
          ) : (
            <Effects preview={preview.data} />
          )}
        </Stack>
      </DialogForm>
      {dialog}
    </>
  );
}

function Effects({ preview }: { readonly preview: MergePreview }): JSX.Element {
  const { moved, dropped, kept, refused, roles } = preview;
  const lists = [
    [messages.mergeDialog.moved, moved],
    [messages.mergeDialog.dropped, dropped],
    [messages.mergeDialog.kept, kept],
  ] as const;
  return (
    <Stack gap="sm" aria-live="polite">
      {refused.length === 0 ? undefined : (
        <Alert color="red" title={messages.mergeDialog.refused}>
          {refused.map(each => messages.mergeDialog.counted(each.count, each.title)).join(', ')}
        </Alert>
      )}
      {moved.length === 0 ? <Text size="sm">{messages.mergeDialog.nothing}</Text> : undefined}
      {lists.map(([label, counts]) =>
        counts.length === 0 ? undefined : (
          <div key={label}>
            <Text size="sm" fw={500}>
              {label}
            </Text>
            <List size="sm">
              {counts.map(each => (
                <List.Item key={each.title}>{messages.mergeDialog.counted(each.count, each.title)}</List.Item>
              ))}
            </List>
          </div>
        ),
      )}
      {roles.length === 0 ? undefined : (
        <div>
          <Text size="sm" fw={500}>
            {messages.mergeDialog.roles}
          </Text>
          <List size="sm">
            {roles.map(({ team, from, into }) => (
              <List.Item key={team}>{messages.mergeDialog.role(team, roleLabel(into), roleLabel(from))}</List.Item>
            ))}
          </List>
        </div>
      )}
      <Text size="sm">{messages.mergeDialog.after}</Text>
    </Stack>
  );
}

const labelOf = ({ name, email }: UserAccount): string => (name === '' ? email : `${name} · ${email}`);

const roleLabel = (role: number): string => teamRoleLabels[role as TeamRole];
