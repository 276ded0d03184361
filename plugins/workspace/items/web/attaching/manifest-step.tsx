import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { Transport } from '#core/api/web/index.ts';
import { JobProgress, useJob, useService } from '#core/kernel/web/index.ts';
import { errorText, fileSize } from '#core/ui/web/index.ts';
import { unpackResult } from '../../common/uploads-api.ts';
import { ItemsClient } from '../items-client.ts';
import { messages } from '../messages.ts';
import { FileTransfer } from '../uploading/file-transfer.ts';
import { UnpackReasons } from '../uploading/unpack-reasons.tsx';
import type { UploadPlace } from '../uploading/upload-plan.ts';

interface ManifestStepProps {
  readonly file: File;
  readonly place: UploadPlace;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** Sends a manifest of addresses and has the server attach it, as a job. */
export function ManifestStep({ file, place, onBack, onClose }: ManifestStepProps): JSX.Element {
  const client = useService(ItemsClient);
  const transport = useService(Transport);
  const transfer = useRef<FileTransfer>(undefined);
  const [sent, setSent] = useState<number>();
  const [offline, setOffline] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [jobId, setJobId] = useState<string>();
  // What has arrived stays, and goes on when the same file is chosen again.
  useEffect(() => () => transfer.current?.pause(), []);

  if (jobId !== undefined) return <Attaching jobId={jobId} name={file.name} onClose={onClose} />;

  const send = async (): Promise<void> => {
    setProblem(undefined);
    setSent(0);
    const asked = { ...place, file, name: file.name, onDuplicate: 'skip', unpack: 'addresses' } as const;
    transfer.current = new FileTransfer(asked, client, transport, {
      progress: setSent,
      continued: setSent,
      waiting: setOffline,
    });
    try {
      void transfer.current.start();
      const outcome = await transfer.current.outcome;
      if (outcome.status === 'unpacking') setJobId(outcome.job_id);
    } catch (error) {
      setProblem(errorText(error));
      setSent(undefined);
    }
  };
  const percent = sent === undefined || file.size === 0 ? 0 : Math.floor((sent / file.size) * 100);
  return (
    <Stack gap="md">
      <Text fw={500}>{messages.manifestStep.size(file.name, fileSize(file.size))}</Text>
      <Text size="sm">{messages.manifestStep.format}</Text>
      {problem === undefined ? undefined : (
        <Alert color="red" p="xs" role="alert">
          {problem}
        </Alert>
      )}
      {sent === undefined ? undefined : (
        <div>
          <Progress aria-label={messages.manifestStep.sendingLabel} value={percent} size="sm" />
          <Text size="sm" role="status">
            {offline ? messages.manifestStep.offline : messages.manifestStep.sending(percent)}
          </Text>
        </div>
      )}
      <Group justify="flex-end">
        {sent === undefined ? (
          <Button variant="default" onClick={onBack}>
            {messages.shared.back}
          </Button>
        ) : (
          <Button
            variant="default"
            onClick={() => {
              void transfer.current?.cancel();
              setSent(undefined);
            }}
          >
            {messages.manifestStep.cancel}
          </Button>
        )}
        <Button loading={sent !== undefined} onClick={() => void send()}>
          {messages.manifestStep.attach}
        </Button>
      </Group>
    </Stack>
  );
}

function Attaching({
  jobId,
  name,
  onClose,
}: {
  readonly jobId: string;
  readonly name: string;
  readonly onClose: () => void;
}): JSX.Element {
  const job = useJob(jobId);
  const result = unpackResult.safeParse(job?.result).data;
  return (
    <Stack gap="md">
      <JobProgress job={job} />
      {job?.state === 'COMPLETED' && result !== undefined ? (
        <Text role="status">
          {messages.manifestStep.result({ text: job.text, reasons: <UnpackReasons result={result} name={name} /> })}
        </Text>
      ) : undefined}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {messages.manifestStep.close}
        </Button>
      </Group>
    </Stack>
  );
}
