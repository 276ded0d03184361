import { Button, Group, Menu, Skeleton, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import {
  confirm,
  EmptyState,
  ErrorPanel,
  Icon,
  PageBody,
  PageToolbar,
  RowMenu,
  toast,
  toastError,
} from '#core/ui/web/index.ts';
import { customFieldKeys } from '#plugins/organize/custom-fields/common/index.ts';
import { teamKeys } from '#plugins/workspace/teams/common/index.ts';
import type { Score, ScoreDraft } from '../../common/score.ts';
import { audienceTitles, rangeText, scoreTypeTitles } from '../../common/score-text.ts';
import { messages } from '../messages.ts';
import { ScoreDialog } from '../score-dialog.tsx';
import { ScoresClient } from '../scores-client.ts';

const EXAMPLE: ScoreDraft = {
  name: messages.scoresPage.accuracy,
  description: messages.scoresPage.howWellTheAnnotationMatches,
  type: 'rating',
  payload: { numberOfStars: 5 },
};

/** Score templates of the team. */
export default function ScoresPage(): JSX.Element {
  const { templates } = useService(ScoresClient);
  const team = useTeam();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<{ readonly score?: Score; readonly start?: ScoreDraft }>();
  const list = useQuery({
    queryKey: ['scores', 'templates', team.id],
    queryFn: async () => (await templates.listScores({ query: {} })).data,
  });
  const all = list.data ?? [];
  const refresh = async (): Promise<void> => {
    for (const queryKey of [['scores'], customFieldKeys.all, teamKeys.memberColumns])
      await queries.invalidateQueries({ queryKey });
  };
  const remove = async (score: Score): Promise<void> => {
    if (
      !(await confirm({
        title: messages.scoresPage.deleteName(score.name),
        text: messages.scoresPage.allValuesGiven,
        action: messages.scoresPage.deleteScore,
        danger: true,
      }))
    )
      return;
    try {
      await templates.deleteScore({ params: { id: score.id } });
      toast(messages.scoresPage.nameIsDeleted(score.name), { tone: 'success' });
    } catch (error) {
      toastError(error);
    }
    await refresh();
  };

  return (
    <>
      {all.length === 0 ? undefined : (
        <PageToolbar>
          <Group pt={12} justify="flex-end" style={{ flex: 1 }}>
            <Button leftSection={<Icon name="plus" size={14} />} onClick={() => setEdited({})}>
              {messages.shared.newScore}
            </Button>
          </Group>
        </PageToolbar>
      )}
      <PageBody>
        {list.error === null ? undefined : <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />}
        {list.data === undefined && list.error === null
          ? [0, 1, 2].map(each => <Skeleton key={each} h={36} mb="xs" />)
          : undefined}
        {list.data !== undefined && all.length === 0 ? (
          <EmptyState icon="star" text={messages.scoresPage.noScoresYet}>
            <Group gap="xs" justify="center">
              <Button onClick={() => setEdited({ start: EXAMPLE })}>{messages.scoresPage.beginWithTheExample}</Button>
              <Button variant="default" onClick={() => setEdited({})}>
                {messages.shared.newScore}
              </Button>
            </Group>
          </EmptyState>
        ) : undefined}
        {all.length === 0 ? undefined : (
          <Table highlightOnHover stickyHeader layout="fixed">
            <Table.Thead bg="var(--loupe-page)">
              <Table.Tr>
                <Table.Th>{messages.shared.name}</Table.Th>
                <Table.Th w={90}>{messages.shared.kind}</Table.Th>
                <Table.Th w={200}>{messages.scoresPage.values}</Table.Th>
                <Table.Th w={120}>{messages.shared.usedIn}</Table.Th>
                <Table.Th w={190}>{messages.scoresPage.seenBy}</Table.Th>
                <Table.Th w={44} aria-label={messages.scoresPage.actions} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map(each => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    <Text fw={500} truncate title={each.name}>
                      {each.name}
                    </Text>
                    {each.description === null ? undefined : (
                      <Text size="sm" c="var(--loupe-muted)" truncate title={each.description}>
                        {each.description}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>{scoreTypeTitles[each.type]}</Table.Td>
                  <Table.Td>
                    <Text truncate title={rangeText(each)}>
                      {rangeText(each)}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    {each.project_ids === null
                      ? messages.shared.allProjects
                      : messages.scoresPage.countProjects(each.project_ids.length)}
                  </Table.Td>
                  <Table.Td>
                    <Text truncate title={audienceTitles[each.visible_to]}>
                      {audienceTitles[each.visible_to]}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <RowMenu of={each.name}>
                      <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited({ score: each })}>
                        {messages.scoresPage.edit}
                      </Menu.Item>
                      <Menu.Item
                        leftSection={<Icon name="trash" />}
                        c="var(--loupe-danger)"
                        onClick={() => void remove(each)}
                      >
                        {messages.scoresPage.delete}
                      </Menu.Item>
                    </RowMenu>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </PageBody>
      {edited === undefined ? undefined : (
        <ScoreDialog
          score={edited.score}
          start={edited.start}
          all={all}
          onClose={() => setEdited(undefined)}
          onSaved={name => {
            setEdited(undefined);
            toast(messages.scoresPage.nameIsSaved(name), { tone: 'success' });
            void refresh();
          }}
        />
      )}
    </>
  );
}
