import { Button, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { JobProgress, useCan, useJob } from '#core/kernel/web/index.ts';
import { messages } from '../messages.ts';
import type { Conversion } from './conversion.ts';

/** Offers to convert a video for this browser, and shows how far that is. */
export function ConversionNotice({ conversion }: { readonly conversion: Conversion }): JSX.Element | undefined {
  const { view, problem } = useSnapshot(conversion.state);
  const job = useJob(view?.job_id ?? undefined);
  const mayConvert = useCan('AnnotateItem');
  const ended = job?.state === 'COMPLETED' || job?.state === 'FAILED';
  useEffect(() => void conversion.refresh(), [conversion, ended]);
  if (problem !== undefined)
    return (
      <Text size="sm" role="alert">
        {problem}
      </Text>
    );
  const begin = (label: string): JSX.Element | undefined =>
    mayConvert ? (
      <Button mt="xs" size="compact-sm" onClick={() => void conversion.begin()}>
        {label}
      </Button>
    ) : undefined;
  switch (view?.state) {
    case 'none':
      return begin(messages.conversionNotice.convert);
    case 'failed':
      return (
        <>
          <Text size="sm" mt="xs" role="alert">
            {messages.conversionNotice.couldNotBeConverted(view.error ?? '')}
          </Text>
          {begin(messages.conversionNotice.tryAgain)}
        </>
      );
    case 'waiting':
    case 'converting':
      return (
        <div role="region" aria-label={messages.conversionNotice.converting}>
          <Text size="sm" fw={600} mt="xs">
            {messages.conversionNotice.converting}
          </Text>
          <JobProgress job={job} />
        </div>
      );
    case 'unavailable':
      return (
        <Text size="xs" mt="xs">
          {messages.conversionNotice.noConverter}
        </Text>
      );
    default:
      return undefined;
  }
}
