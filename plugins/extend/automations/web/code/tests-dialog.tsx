import { Button, Group, Menu, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { confirm, ErrorPanel, Icon, Modal, RowMenu, toastError } from '#core/ui/web/index.ts';
import type { StoredTask } from '../../common/actions-api.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import type { TestCase, TestDraft, TestOutcome } from '../../common/tests-api.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';
import { TestForm } from './test-form.tsx';
import { TestResult } from './test-result.tsx';

interface TestsDialogProps {
  readonly task: StoredTask;
  readonly draft: ActionCode;
  /** Gets why the code could not be run. */
  readonly onRefused: (error: Error) => void;
  readonly onClose: () => void;
}

const draftOf = ({ name, event, context, expected }: TestDraft): TestDraft => ({ name, event, context, expected });

/** Saved tests of an action: run with the code of the editor, edited, added and deleted. */
export function TestsDialog({ task, draft, onRefused, onClose }: TestsDialogProps): JSX.Element {
  const { tests: api } = useService(AutomationsClient);
  const team = useTeam();
  const queries = useQueryClient();
  const key = [...automationsKey(team.id), 'tests', task.id];
  const list = useQuery({
    queryKey: key,
    queryFn: async () => (await api.listTestCases({ query: { custom_task_id: task.id } })).data,
  });
  const [edited, setEdited] = useState<TestCase | 'new'>();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, TestOutcome>>(new Map());
  const [shown, setShown] = useState<number>();
  const run = useMutation({
    mutationFn: (chosen: readonly TestCase[]) =>
      api.runTests({ body: { custom_task_id: task.id, draft, tests: chosen.map(draftOf) } }),
    onSuccess: ({ data }, chosen) => {
      setOutcomes(now => new Map([...now, ...chosen.map((each, at) => [each.id, data[at]!] as const)]));
      setShown(chosen.length === 1 ? chosen[0]!.id : chosen[data.findIndex(each => each.passed === false)]?.id);
    },
    onError: onRefused,
  });
  const changed = async (): Promise<void> => {
    setEdited(undefined);
    await queries.invalidateQueries({ queryKey: key });
  };
  const remove = async (test: TestCase): Promise<void> => {
    const sure = await confirm({
      title: messages.testsDialog.deleteName(test.name),
      text: messages.testsDialog.noLongerStops,
      action: messages.shared.delete,
      danger: true,
    });
    if (!sure) return;
    await api.deleteTestCase({ params: { test_case_id: test.id } });
    await changed();
  };
  /** Takes what the code gave as what is expected. */
  const accept = async (test: TestCase, { value, writes }: TestOutcome): Promise<void> => {
    const body = { ...draftOf(test), expected: { value, writes } };
    await api.saveTestCase({ params: { test_case_id: test.id }, body });
    await changed();
    run.mutate([{ ...test, ...body }]);
  };
  const tests = list.data ?? [];
  const outcome = shown === undefined ? undefined : outcomes.get(shown);
  const test = tests.find(each => each.id === shown);
  return (
    <Modal opened onClose={onClose} title={messages.testsDialog.testsOf(task.name)} size="xl">
      {edited === undefined ? (
        <Stack gap="md">
          <Text c="var(--loupe-muted)">{messages.testsDialog.testsRunBefore}</Text>
          {list.error === null ? undefined : <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />}
          {list.isPending ? <Skeleton h={80} /> : undefined}
          {list.data?.length === 0 ? <Text>{messages.testsDialog.noTests}</Text> : undefined}
          {tests.length === 0 ? undefined : (
            <Table layout="fixed" aria-label={messages.testsDialog.tests}>
              <Table.Tbody>
                {tests.map(each => (
                  <Table.Tr key={each.id}>
                    <Table.Td>
                      <UnstyledButton
                        fw={500}
                        aria-expanded={shown === each.id}
                        disabled={!outcomes.has(each.id)}
                        onClick={() => setShown(shown === each.id ? undefined : each.id)}
                      >
                        {each.name}
                      </UnstyledButton>
                    </Table.Td>
                    <Table.Td w={170}>
                      <StateOf outcome={outcomes.get(each.id)} expects={each.expected !== null} />
                    </Table.Td>
                    <Table.Td w={44}>
                      <RowMenu of={each.name}>
                        <Menu.Item leftSection={<Icon name="play" />} onClick={() => run.mutate([each])}>
                          {messages.testDialog.run}
                        </Menu.Item>
                        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => setEdited(each)}>
                          {messages.shared.edit}
                        </Menu.Item>
                        <Menu.Item
                          leftSection={<Icon name="trash" />}
                          c="var(--loupe-danger)"
                          onClick={() => void remove(each).catch(toastError)}
                        >
                          {messages.shared.delete}
                        </Menu.Item>
                      </RowMenu>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
          {outcome === undefined || test === undefined ? undefined : (
            <TestResult outcome={outcome} onAccept={() => void accept(test, outcome).catch(toastError)} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={list.isPending} onClick={() => setEdited('new')}>
              {messages.testsDialog.newTest}
            </Button>
            <Button loading={run.isPending} disabled={tests.length === 0} onClick={() => run.mutate(tests)}>
              {messages.testsDialog.runAll}
            </Button>
          </Group>
        </Stack>
      ) : (
        <TestForm
          taskId={task.id}
          test={edited === 'new' ? undefined : edited}
          onSaved={() => {
            // They may be of the test as it was before.
            setOutcomes(new Map());
            void changed().catch(toastError);
          }}
          onCancel={() => setEdited(undefined)}
        />
      )}
    </Modal>
  );
}

function StateOf({
  outcome,
  expects,
}: {
  readonly outcome: TestOutcome | undefined;
  readonly expects: boolean;
}): JSX.Element {
  if (outcome === undefined)
    return (
      <Text size="sm" c="var(--loupe-muted)">
        {expects ? messages.testsDialog.notRun : messages.testsDialog.expectsNothing}
      </Text>
    );
  const [text, color] =
    outcome.passed === false
      ? [messages.testsDialog.failed, 'var(--loupe-danger)']
      : [outcome.passed === true ? messages.testsDialog.passed : messages.testsDialog.ran, 'var(--loupe-success)'];
  return (
    <Text size="sm" fw={600} c={color} role="status">
      {text}
    </Text>
  );
}
