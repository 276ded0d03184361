import { Anchor } from '@mantine/core';
import type { JSX } from 'react';
import { downloadFile } from '#core/ui/web/index.ts';
import type { UnpackResult } from '../../common/uploads-api.ts';
import { messages } from '../messages.ts';
import { unpackErrors } from './unpack-errors.ts';

/** Downloads why files of an archive became no items; nothing when all did. */
export function UnpackReasons({
  result,
  name,
}: {
  readonly result: UnpackResult;
  readonly name: string;
}): JSX.Element | undefined {
  if (result.failed_count === 0) return undefined;
  const download = (): void =>
    downloadFile(`${name} errors.csv`, new Blob([unpackErrors(result)], { type: 'text/csv' }));
  return (
    <Anchor component="button" type="button" fz="inherit" underline="always" onClick={download}>
      {messages.unpackReasons.downloadReasons}
    </Anchor>
  );
}
