import type { JSX } from 'react';
import { useJob } from '#core/kernel/web/index.ts';
import { unpackResult } from '../../common/uploads-api.ts';
import { messages } from '../messages.ts';
import { UnpackReasons } from './unpack-reasons.tsx';

/** Shows the progress of unpacking an archive, and its result. */
export function UnpackNote({ jobId, name }: { readonly jobId: string; readonly name: string }): JSX.Element {
  const job = useJob(jobId);
  if (job?.state === 'FAILED')
    return (
      <span style={{ color: 'var(--loupe-danger)' }} title={job.error?.message}>
        {job.error?.message ?? messages.unpackNote.itCouldNotBeUnpacked}
      </span>
    );
  const result = unpackResult.safeParse(job?.result).data;
  if (job?.state !== 'COMPLETED' || result === undefined)
    return (
      <>
        {job === undefined || job.state === 'NOT_STARTED'
          ? messages.unpackNote.waitingToBeUnpacked
          : messages.unpackNote.unpackingName(job.text ?? '')}
      </>
    );
  return (
    <>
      {result.failed_count > 0
        ? messages.unpackNote.unpackedExcept({ text: job.text, reasons: <UnpackReasons result={result} name={name} /> })
        : messages.unpackNote.unpacked(job.text ?? '')}
    </>
  );
}
