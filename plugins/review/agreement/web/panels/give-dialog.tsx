import { Button, MultiSelect, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { client, Transport } from '#core/api/web/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { useAddressOf, useCan, useService, useTeam } from '#core/kernel/web/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { DialogForm, EmptyState, ErrorPanel, Modal, toast } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import type { Selection } from '#plugins/workspace/items/web/kit/index.ts';
import { SelectedItems, sizeOf, things } from '#plugins/workspace/items/web/kit/index.ts';
import { contributorsApi, projectKeys } from '#plugins/workspace/projects/common/index.ts';
import { people as bounds } from '../../common/api.ts';
import { AgreementClient, ruleKey } from '../agreement-client.ts';
import { messages } from '../messages.ts';

/** Items of one call. */
const AT_ONCE = 1000;

/** Gives the selected items to several people, each of whom annotates a copy. */
export default function GiveDialog({ context }: PanelProps): JSX.Element {
  const store = useService(AgreementClient);
  const selection = useSnapshot(store.giving).selection as Selection | undefined;
  const close = (): void => store.give(undefined);
  return (
    <Modal
      opened={selection !== undefined}
      onClose={close}
      title={selection === undefined ? '' : messages.giveDialog.giveThingsToSeveralPeople(things(sizeOf(selection)))}
      size="sm"
    >
      {selection === undefined ? undefined : (
        <Form projectId={Number(context['projectId'])} selection={selection} onDone={close} />
      )}
    </Modal>
  );
}

function Form({
  projectId,
  selection,
  onDone,
}: {
  readonly projectId: number;
  readonly selection: Selection;
  readonly onDone: () => void;
}): JSX.Element {
  const addressOf = useAddressOf();
  const store = useService(AgreementClient);
  const transport = useService(Transport);
  const selected = useService(SelectedItems);
  const queries = useQueryClient();
  const team = useTeam();
  const sets = useCan('UpdateProjectSettings');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const rule = useQuery({
    queryKey: ruleKey(projectId),
    queryFn: () => store.api.getAgreementRule({ params: { project_id: projectId } }),
  });
  const contributors = useQuery({
    queryKey: projectKeys.contributors(projectId),
    queryFn: () =>
      client(contributorsApi, transport).listContributors({ params: { project_id: projectId }, query: {} }),
  });
  const error = rule.error ?? contributors.error;
  if (error !== null)
    return (
      <ErrorPanel
        error={error}
        onRetry={() => {
          void rule.refetch();
          void contributors.refetch();
        }}
      />
    );
  if (rule.data === undefined || contributors.data === undefined) return <Skeleton h={140} />;
  const { people } = rule.data;
  if (people === null) {
    return (
      <EmptyState icon="intersect" text={messages.giveDialog.onePersonAnnotatesEachItem}>
        {sets ? (
          <Button
            variant="default"
            component={Link}
            to={`/t/${team.id}/p/${projectId}/setup/agreement`}
            onClick={onDone}
          >
            {messages.giveDialog.letSeveralPeopleAnnotate}
          </Button>
        ) : undefined}
      </EmptyState>
    );
  }
  const submit = async (): Promise<void> => {
    const ids = await selected.ids(projectId, selection, 50_000);
    let given = 0;
    const refused: string[] = [];
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const answer = await store.api.giveWork({
        params: { project_id: projectId },
        body: { item_ids: ids.slice(start, start + AT_ONCE), emails: [...chosen] },
      });
      given += answer.given;
      refused.push(...answer.refused.map(each => each.message));
    }
    await queries.invalidateQueries({ queryKey: itemKeys.all });
    onDone();
    const reasons = [...new Set(refused)].slice(0, 3).join(' ');
    if (refused.length === 0) toast(messages.giveDialog.givenGivenCopies(given), { tone: 'success' });
    else
      toast(messages.giveDialog.givenGivenNotGivenCountReasons(given, refused.length, reasons), {
        tone: given === 0 ? 'error' : 'info',
      });
  };
  const annotators = contributors.data.data.filter(each => each.role !== projectRoles.projectAdmin);
  return (
    <DialogForm action={messages.giveDialog.give} ready={chosen.length > 0} onCancel={onDone} onSubmit={submit}>
      <MultiSelect
        label={messages.giveDialog.people}
        description={messages.giveDialog.peopleAnnotateEachItem(people)}
        placeholder={chosen.length === 0 ? messages.giveDialog.choosePeople : ''}
        data-autofocus
        searchable
        maxValues={bounds.most}
        value={[...chosen]}
        onChange={setChosen}
        data={annotators.map(each => ({ value: each.email, label: addressOf(each.email) }))}
        nothingFoundMessage={messages.giveDialog.noSuchPerson}
      />
      {chosen.length > people ? (
        <Text size="xs" c="var(--loupe-muted)">
          {messages.giveDialog.firstPeople(people)}
        </Text>
      ) : undefined}
    </DialogForm>
  );
}
