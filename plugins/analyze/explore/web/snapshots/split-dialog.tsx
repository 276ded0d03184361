import { ActionIcon, Button, Group, NumberInput, Stack, Table, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import { DialogForm, Icon, Modal, toast, toastError } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { things } from '#plugins/workspace/items/web/kit/index.ts';
import type { ExploreAddress } from '../../common/explore-address.ts';
import type { SplitResult } from '../../common/snapshot-api.ts';
import type { SplitGroup, SplitStratum } from '../../common/split-items.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import { searchPlace } from '../results/found-ids.ts';

interface SplitDialogProps {
  readonly projectId: number;
  readonly address: ExploreAddress;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const STRATA: readonly { readonly value: SplitStratum; readonly label: string }[] = [
  { value: 'class', label: messages.splitDialog.byClass },
  { value: 'status', label: messages.splitDialog.byStatus },
  { value: 'folder', label: messages.splitDialog.byFolder },
  { value: 'none', label: messages.splitDialog.byNothing },
];
const GROUPS: readonly { readonly value: SplitGroup; readonly label: string }[] = [
  { value: 'none', label: messages.splitDialog.togetherNone },
  { value: 'duplicates', label: messages.splitDialog.togetherDuplicates },
  { value: 'folder', label: messages.splitDialog.togetherFolder },
];
const FIRST = [
  { name: messages.splitDialog.train, share: 70 },
  { name: messages.splitDialog.validation, share: 15 },
  { name: messages.splitDialog.test, share: 15 },
];

/** Divides the results among subsets by shares. */
export function SplitDialog({ opened, onClose, ...form }: SplitDialogProps): JSX.Element {
  return (
    <Modal opened={opened} onClose={onClose} title={messages.splitDialog.splitResults} size="md">
      {opened ? <Form {...form} onDone={onClose} /> : undefined}
    </Modal>
  );
}

function Form({
  projectId,
  address,
  onDone,
}: Pick<SplitDialogProps, 'projectId' | 'address'> & { readonly onDone: () => void }): JSX.Element {
  const { snapshots } = useService(ExploreClient);
  const queries = useQueryClient();
  const [parts, setParts] = useState(FIRST);
  const [stratify, setStratify] = useState<SplitStratum>('class');
  const [group, setGroup] = useState<SplitGroup>('none');
  const [previewed, setPreviewed] = useState<SplitResult>();
  const change = (next: typeof parts): void => {
    setParts(next);
    setPreviewed(undefined);
  };
  const set = (at: number, patch: Partial<(typeof parts)[number]>): void =>
    change(parts.map((each, index) => (index === at ? { ...each, ...patch } : each)));
  const split = (preview: boolean): Promise<SplitResult> =>
    snapshots.splitItems({
      query: searchPlace(projectId, address),
      body: { query: address.query, parts, stratify, group, preview },
    });
  const named = new Set(parts.map(each => each.name.trim().toLowerCase()));
  const complete = !named.has('') && named.size === parts.length && parts.every(each => each.share > 0);
  return (
    <DialogForm
      action={messages.splitDialog.split}
      ready={complete}
      onCancel={onDone}
      onSubmit={async () => {
        const { parts: made } = await split(false);
        onDone();
        const added = made.reduce((sum, each) => sum + each.added, 0);
        toast(messages.splitDialog.done(things(added)), { tone: 'success' });
        await queries.invalidateQueries({ queryKey: itemKeys.dependent('explore', projectId) });
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{messages.splitDialog.explanation}</Text>
        {parts.map((each, at) => (
          <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              label={at === 0 ? messages.splitDialog.subset : undefined}
              aria-label={messages.splitDialog.subsetNumber(at + 1)}
              value={each.name}
              maxLength={120}
              style={{ flex: 1 }}
              onChange={event => set(at, { name: event.currentTarget.value })}
            />
            <NumberInput
              label={at === 0 ? messages.splitDialog.share : undefined}
              aria-label={messages.splitDialog.shareNumber(at + 1)}
              value={each.share}
              min={0.1}
              max={100}
              suffix=" %"
              w={110}
              onChange={value => set(at, { share: Number(value) || 0 })}
            />
            <ActionIcon
              size={34}
              aria-label={messages.splitDialog.removeSubset(at + 1)}
              disabled={parts.length <= 2}
              onClick={() => change(parts.filter((_, index) => index !== at))}
            >
              <Icon name="close" />
            </ActionIcon>
          </Group>
        ))}
        {parts.length < 10 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => change([...parts, { name: '', share: 10 }])}
          >
            {messages.splitDialog.addSubset}
          </Button>
        ) : undefined}
        <Select
          label={messages.splitDialog.sameProportions}
          allowDeselect={false}
          data={[...STRATA]}
          value={stratify}
          onChange={value => {
            setStratify(value as SplitStratum);
            setPreviewed(undefined);
          }}
        />
        <Select
          label={messages.splitDialog.keepTogether}
          allowDeselect={false}
          data={[...GROUPS]}
          value={group}
          onChange={value => {
            setGroup(value as SplitGroup);
            setPreviewed(undefined);
          }}
        />
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          disabled={!complete}
          onClick={() => void split(true).then(setPreviewed, toastError)}
        >
          {messages.splitDialog.preview}
        </Button>
        {previewed === undefined ? undefined : (
          <Table aria-label={messages.splitDialog.preview}>
            <Table.Tbody>
              {previewed.parts.map(each => (
                <Table.Tr key={each.name}>
                  <Table.Td>{each.name}</Table.Td>
                  <Table.Td ta="right">{messages.splitDialog.partText(each.before, each.added)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </DialogForm>
  );
}
