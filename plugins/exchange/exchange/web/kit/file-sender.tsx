import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { errorText } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';

/** Options of the call that sends a file. */
export interface SendOptions {
  readonly signal: AbortSignal;
  onProgress(sent: number, total: number): void;
}

/** Sends one file at a time. */
export interface FileSender {
  /** The name of the file that is being sent and its part that was sent, 0 to 1. */
  readonly sending: { readonly name: string; readonly share: number } | undefined;
  /** The reason why the last file was not sent. */
  readonly problem: string | undefined;
  setProblem(problem: string): void;
  /** Calls `work`; its failure becomes the problem, unless it was cancelled. */
  send(name: string, work: (options: SendOptions) => Promise<void>): Promise<void>;
  cancel(): void;
}

/** Returns a sender of files with its state. */
export function useFileSender(): FileSender {
  const [sending, setSending] = useState<FileSender['sending']>();
  const [problem, setProblem] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  const send: FileSender['send'] = async (name, work) => {
    const { signal } = (abort.current = new AbortController());
    setProblem(undefined);
    setSending({ name, share: 0 });
    try {
      await work({ signal, onProgress: (sent, total) => setSending({ name, share: sent / Math.max(1, total) }) });
    } catch (error) {
      if (!signal.aborted) setProblem(errorText(error));
      setSending(undefined);
    }
  };
  return { sending, problem, setProblem, send, cancel: () => abort.current?.abort() };
}

/** The progress of a file that is being sent. */
export function SendingFile({
  sending,
  onCancel,
}: {
  readonly sending: NonNullable<FileSender['sending']>;
  readonly onCancel: () => void;
}): JSX.Element {
  return (
    <Stack gap="sm">
      <Text>{messages.importPick.sendingName(sending.name)}</Text>
      <Progress aria-label={messages.importPick.sent} value={sending.share * 100} size="sm" />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {messages.shared.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
