import { PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { Select } from '#core/controls/web/index.ts';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { DialogForm, Modal } from '#core/ui/web/index.ts';
import { keepingApi } from '#plugins/analyze/explore/common/index.ts';
import type { PublicLink } from '../common/api.ts';
import { linksApi } from '../common/api.ts';
import { endOfDay } from '../common/end-of-day.ts';
import { messages } from './messages.ts';

interface NewLinkProps {
  readonly projectId: number;
  /** The target chosen at first: `project`, `subset/ID` or `item/ID`. Undefined: the dialog is closed. */
  readonly target: string | undefined;
  readonly onClose: () => void;
  readonly onMade: (link: PublicLink) => Promise<void>;
}

const LEAST_PASSWORD = 8;

/** Makes a public link: what it shows, until when, and with which password. */
export function NewLinkDialog(props: NewLinkProps): JSX.Element {
  return (
    <Modal opened={props.target !== undefined} onClose={props.onClose} title={messages.shared.newLink} size="sm">
      {props.target === undefined ? undefined : <LinkForm {...props} target={props.target} />}
    </Modal>
  );
}

function LinkForm({
  projectId,
  target: first,
  onClose,
  onMade,
}: NewLinkProps & { readonly target: string }): JSX.Element {
  const transport = useService(Transport);
  const explores = useCan('RunExplore');
  const subsets = useQuery({
    queryKey: ['public-links', 'subsets', projectId],
    enabled: explores,
    queryFn: async ({ signal }) =>
      (await client(keepingApi, transport).listSubsets({ query: { project_id: projectId, limit: 500 }, signal })).data,
  });
  const [target, setTarget] = useState(first);
  const [day, setDay] = useState('');
  const [password, setPassword] = useState('');
  const [past, setPast] = useState(false);
  const short = password !== '' && password.length < LEAST_PASSWORD;

  const submit = async (): Promise<void> => {
    const end = endOfDay(day);
    const options = {
      ...(end === undefined ? {} : { expires_at: end.toISOString() }),
      ...(password === '' ? {} : { password }),
    };
    const [kind, id] = target.split('/');
    const body =
      kind === 'subset'
        ? { kind: 'subset' as const, subset_id: Number(id), ...options }
        : kind === 'item'
          ? { kind: 'item' as const, item_id: Number(id), ...options }
          : { kind: 'project' as const, ...options };
    await onMade(await client(linksApi, transport).createPublicLink({ params: { project_id: projectId }, body }));
    onClose();
  };

  return (
    <DialogForm action={messages.newLinkDialog.createLink} ready={!past && !short} onSubmit={submit} onCancel={onClose}>
      <Select
        label={messages.newLinkDialog.shows}
        allowDeselect={false}
        data={[
          ...(first.startsWith('item/') ? [{ value: first, label: messages.newLinkDialog.theItem }] : []),
          { value: 'project', label: messages.newLinkDialog.theWholeProject },
          ...(subsets.data ?? []).map(each => ({
            value: `subset/${each.id}`,
            label: messages.newLinkDialog.subsetName(each.name),
          })),
        ]}
        value={target}
        onChange={value => setTarget(value ?? 'project')}
      />
      <TextInput
        type="date"
        label={messages.newLinkDialog.lastDay}
        description={messages.newLinkDialog.theLinkWorksToTheEndOfThisDay}
        value={day}
        error={past ? messages.newLinkDialog.inThePast : undefined}
        onChange={event => {
          setDay(event.currentTarget.value);
          setPast((endOfDay(event.currentTarget.value)?.getTime() ?? Infinity) <= Date.now());
        }}
      />
      <PasswordInput
        label={messages.shared.password}
        description={messages.newLinkDialog.passwordHelp}
        autoComplete="new-password"
        value={password}
        error={short ? messages.newLinkDialog.tooShort : undefined}
        onChange={event => setPassword(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
