import { Text } from '@mantine/core';
import type { JSX } from 'react';
import type { JobView } from '#core/kernel/common/index.ts';
import type { PanelProps } from '#core/kernel/web/index.ts';
import { unpackResult } from '../../common/uploads-api.ts';
import { UnpackReasons } from './unpack-reasons.tsx';

/** Shows the result of unpacking an archive, in the menu of jobs: also long after the page that sent it was left. */
export default function UnpackResultPanel({ context }: PanelProps): JSX.Element {
  const job = context['job'] as JobView;
  const result = unpackResult.safeParse(job.result).data;
  const name = result?.name ?? 'archive';
  return (
    <Text size="sm" c="var(--loupe-muted)" style={{ overflowWrap: 'anywhere' }}>
      {job.error?.message ?? `${result?.name === undefined ? '' : `${result.name}: `}${job.text ?? ''}`}
      {result === undefined || result.failed_count === 0 ? undefined : (
        <>
          . <UnpackReasons result={result} name={name} />
        </>
      )}
    </Text>
  );
}
