import { ActionIcon, Button, FileButton, Group, Progress, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { client, Transport } from '#core/api/web/index.ts';
import { useAddressOf, useService } from '#core/kernel/web/index.ts';
import { confirm, fileSize, Icon, shortDate, toast, toastError, Tooltip } from '#core/ui/web/index.ts';
import type { InstructionFile } from '../common/instructions-api.ts';
import { INSTRUCTION_FILE_LIMIT, instructionsApi } from '../common/instructions-api.ts';
import { messages } from './messages.ts';
import classes from './projects.module.css';
import { downloadInstructionFile, instructionsKey } from './use-instructions.ts';

/** Files beside the text: any format, every version kept until it is taken away. */
export function InstructionsFiles({
  projectId,
  files,
}: {
  readonly projectId: number;
  readonly files: readonly InstructionFile[];
}): JSX.Element {
  const addressOf = useAddressOf();
  const transport = useService(Transport);
  const queries = useQueryClient();
  const api = client(instructionsApi, transport);
  const [sending, setSending] = useState<{ readonly name: string; readonly part: number }>();
  const stopper = useRef<AbortController>(undefined);
  const reload = (): Promise<void> => queries.invalidateQueries({ queryKey: instructionsKey(projectId) });

  const add = async (chosen: readonly File[]): Promise<void> => {
    const stop = new AbortController();
    stopper.current = stop;
    for (const file of chosen) {
      if (stop.signal.aborted) break;
      if (file.size > INSTRUCTION_FILE_LIMIT) {
        toast(messages.instructionsFiles.nameIsLargerThanFileSize(file.name, fileSize(INSTRUCTION_FILE_LIMIT)), {
          tone: 'error',
        });
        continue;
      }
      setSending({ name: file.name, part: 0 });
      try {
        await api.putInstructionFile({
          params: { project_id: projectId },
          query: { name: file.name },
          body: file as never,
          signal: stop.signal,
          onProgress: (sent: number, total: number) =>
            setSending({ name: file.name, part: total === 0 ? 0 : sent / total }),
        } as never);
      } catch (error) {
        if (!stop.signal.aborted) toastError(error);
      }
    }
    setSending(undefined);
    await reload();
  };
  const remove = async (file: InstructionFile): Promise<void> => {
    if (
      !(await confirm({
        title: messages.instructionsFiles.deleteName(file.name),
        text: messages.instructionsFiles.versionIsDeletedForEverybody(file.version),
        action: messages.instructionsFiles.deleteVersion,
        danger: true,
      }))
    )
      return;
    await api.deleteInstructionFile({ params: { project_id: projectId, file_id: file.id } }).catch(toastError);
    await reload();
  };

  return (
    <section aria-label={messages.shared.files}>
      <h2 className={classes['section']}>{messages.shared.files}</h2>
      <Group gap="xs" mb="xs">
        <FileButton multiple onChange={chosen => void add(chosen)}>
          {props => (
            <Button
              {...props}
              variant="default"
              disabled={sending !== undefined}
              leftSection={<Icon name="upload" size={14} />}
            >
              {messages.instructionsFiles.addFiles}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="var(--loupe-muted)">
          {messages.instructionsFiles.anyFormat(fileSize(INSTRUCTION_FILE_LIMIT))}
        </Text>
      </Group>
      {sending === undefined ? undefined : (
        <Group gap="xs" mb="xs" wrap="nowrap">
          <Text lineClamp={1}>{sending.name}</Text>
          <Progress
            flex={1}
            value={sending.part * 100}
            aria-label={messages.instructionsFiles.sendingName(sending.name)}
          />
          <Button size="compact-xs" variant="default" onClick={() => stopper.current?.abort()}>
            {messages.shared.cancel}
          </Button>
        </Group>
      )}
      {files.length === 0 ? undefined : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.shared.name}</Table.Th>
              <Table.Th w={80}>{messages.instructionsFiles.version}</Table.Th>
              <Table.Th w={90} ta="right">
                {messages.instructionsFiles.size}
              </Table.Th>
              <Table.Th w={110}>{messages.instructionsFiles.added}</Table.Th>
              <Table.Th w={80} aria-label={messages.shared.actions} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {files.map(each => (
              <Table.Tr key={each.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{each.name}</Table.Td>
                <Table.Td>{each.version}</Table.Td>
                <Table.Td ta="right">{fileSize(each.size)}</Table.Td>
                <Table.Td title={addressOf(each.creator_id)}>{shortDate(each.createdAt)}</Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap" justify="flex-end">
                    <Tooltip label={messages.shared.download}>
                      <ActionIcon
                        aria-label={messages.instructionsFiles.downloadName(each.name, each.version)}
                        onClick={() => void downloadInstructionFile(transport, projectId, each)}
                      >
                        <Icon name="download" />
                      </ActionIcon>
                    </Tooltip>
                    <Tooltip label={messages.shared.delete}>
                      <ActionIcon
                        aria-label={messages.instructionsFiles.deleteNameVersion(each.name, each.version)}
                        onClick={() => void remove(each)}
                      >
                        <Icon name="trash" />
                      </ActionIcon>
                    </Tooltip>
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}
