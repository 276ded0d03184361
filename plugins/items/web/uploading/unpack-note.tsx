import { Anchor } from '@mantine/core';
import type { JSX } from 'react';
import { useJob } from '#core/kernel/web/index.ts';
import { downloadFile } from '#core/ui/web/index.ts';
import { csvCell } from '../../common/csv-cell.ts';
import { unpackResult } from '../../common/uploads-api.ts';

/** How far the unpacking of an archive is, and what came of it. */
export function UnpackNote({ jobId, name }: { readonly jobId: string; readonly name: string }): JSX.Element {
  const job = useJob(jobId);
  if (job?.state === 'FAILED') return <span style={{ color: 'var(--loupe-danger)' }} title={job.error?.message}>{job.error?.message ?? 'It could not be unpacked.'}</span>;
  const result = unpackResult.safeParse(job?.result).data;
  if (job?.state !== 'COMPLETED' || result === undefined) return <>{job === undefined || job.state === 'NOT_STARTED' ? 'Waiting to be unpacked…' : `Unpacking: ${job.text ?? ''}`}</>;
  const errors = (): void => downloadFile(`${name} errors.csv`, new Blob([['file,reason', ...result.failed.map(each => `${csvCell(each.path)},${csvCell(each.message)}`)].join('\r\n')], { type: 'text/csv' }));
  return <>Unpacked: {job.text}{result.failed_count > 0 ? <>. <Anchor component="button" type="button" fz="inherit" onClick={errors}>Download reasons</Anchor></> : undefined}</>;
}
