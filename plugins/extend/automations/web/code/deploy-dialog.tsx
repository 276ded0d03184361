import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { ErrorPanel, Modal, Segments } from '#core/ui/web/index.ts';
import type { StoredTask } from '../../common/actions-api.ts';
import type { ActionCode } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import { messages } from '../messages.ts';
import type { ChangedFile } from './action-files.ts';
import { changedFiles, languageOf } from './action-files.ts';
import { TextDifference } from './text-difference.tsx';
import { writeTitle } from './write-title.ts';

interface DeployDialogProps {
  readonly task: StoredTask;
  readonly draft: ActionCode;
  readonly busy: boolean;
  readonly onDeploy: () => void;
  readonly onClose: () => void;
}

/** Permissions of the code, and its difference from what pipelines run now. */
export function DeployDialog({ task, draft, busy, onDeploy, onClose }: DeployDialogProps): JSX.Element {
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const { deployed } = task;
  const before = useQuery({
    queryKey: [...automationsKey(team.id), 'action version', task.id, deployed],
    queryFn: async () =>
      (await actions.getCustomTaskVersion({ params: { custom_task_id: task.id, number: deployed! } })).settings,
    enabled: deployed !== null,
  });
  return (
    <Modal opened onClose={onClose} title={messages.deployDialog.deployName(task.name)} size="xl">
      <Stack gap="md">
        <div>
          <Text fw={600} pb={4}>
            {messages.deployDialog.theCodeMay}
          </Text>
          <Permissions now={draft} before={deployed === null ? undefined : before.data} />
        </div>
        {before.error === null ? undefined : <ErrorPanel error={before.error} onRetry={() => void before.refetch()} />}
        {before.data === undefined ? undefined : (
          <div>
            <Text fw={600} pb={4}>
              {messages.deployDialog.changesSince(deployed!)}
            </Text>
            <ChangedCode files={changedFiles(before.data, draft)} version={deployed!} />
          </div>
        )}
        <Text c="var(--loupe-muted)">{messages.deployDialog.pipelinesRunItFromNow}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {messages.shared.cancel}
          </Button>
          <Button loading={busy} onClick={onDeploy}>
            {messages.deployDialog.deploy}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Permissions({
  now,
  before,
}: {
  readonly now: ActionCode;
  readonly before: ActionCode | undefined;
}): JSX.Element {
  const lines = (of: ActionCode): readonly string[] => [
    ...of.writes.map(each => messages.deployDialog.change(writeTitle(each))),
    ...of.reads.map(each => messages.deployDialog.read(messages.shared.reads[each])),
    ...of.hosts.map(messages.deployDialog.sendRequestsTo),
    ...of.secrets.map(messages.deployDialog.readTheSecret),
    ...of.packages.map(messages.deployDialog.importPackage),
  ];
  const old = new Set(before === undefined ? lines(now) : lines(before));
  const all = lines(now);
  const gone = before === undefined ? [] : lines(before).filter(each => !all.includes(each));
  if (all.length + gone.length === 0) return <Text>{messages.deployDialog.nothing}</Text>;
  return (
    <List size="sm">
      {all.map(each => (
        <List.Item key={each} fw={old.has(each) ? 400 : 600}>
          {old.has(each) ? each : messages.deployDialog.added(each)}
        </List.Item>
      ))}
      {gone.map(each => (
        <List.Item key={each} c="var(--loupe-muted)">
          {messages.deployDialog.noLonger(each)}
        </List.Item>
      ))}
    </List>
  );
}

/** Shows one of the files that differ. */
function ChangedCode({
  files,
  version,
}: {
  readonly files: readonly ChangedFile[];
  readonly version: number;
}): JSX.Element {
  const [chosen, setChosen] = useState<string>();
  const file = files.find(each => each.name === chosen) ?? files[0];
  if (file === undefined) return <Text c="var(--loupe-muted)">{messages.deployDialog.theSameCode}</Text>;
  return (
    <>
      {files.length === 1 ? undefined : (
        <Segments
          aria-label={messages.fileTabs.files}
          style={{ marginBottom: 8 }}
          value={file.name}
          onChange={setChosen}
          data={files.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
      <TextDifference
        key={file.name}
        language={languageOf(file.name)}
        before={file.before}
        after={file.after}
        name={messages.deployDialog.changesSince(version)}
        beforeName={messages.deployDialog.version(version)}
        afterName={messages.deployDialog.draft}
      />
    </>
  );
}
