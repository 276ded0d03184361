import { ActionIcon, Loader, Popover, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { JobProgress, useJob } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { useOpenItem, useSessionScene } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from '../messages.ts';
import classes from '../tiled.module.css';
import type { CellLoader } from './cell-loader.ts';

/** Says how much of a large document is loaded, and what that means. */
export function LargeNotice({ loader }: { readonly loader: CellLoader }): JSX.Element | undefined {
  const work = useOpenItem();
  const { preparing } = useSnapshot(loader.state);
  if (work?.session.objects === undefined || work.session.objects.complete) return undefined;
  return preparing ? (
    <Preparing jobId={work.opened.large?.job_id ?? undefined} />
  ) : (
    <Loaded loader={loader} session={work.session} />
  );
}

function Preparing({ jobId }: { readonly jobId: string | undefined }): JSX.Element {
  const job = useJob(jobId);
  return (
    <div className={classes['notice']} role="region" aria-label={messages.largeNotice.preparing}>
      <Text size="sm" fw={600}>
        {messages.largeNotice.preparing}
      </Text>
      <Text size="xs" c="var(--loupe-muted)">
        {messages.largeNotice.onceOnly}
      </Text>
      <JobProgress job={job} />
    </div>
  );
}

function Loaded({
  loader,
  session,
}: {
  readonly loader: CellLoader;
  readonly session: OpenWork['session'];
}): JSX.Element {
  const { loading, failed, crowded, incomplete } = useSnapshot(loader.state);
  const { instanceCount } = useSessionScene(session);
  const count = session.objects?.count ?? 0;
  return (
    <div className={classes['large']} role="status" aria-label={messages.largeNotice.large}>
      {loading && !failed ? <Loader size={12} color="gray" /> : undefined}
      {failed
        ? messages.largeNotice.notLoaded
        : messages.largeNotice.loadedOfCount(instanceCount.toLocaleString('en'), count.toLocaleString('en'))}
      {crowded && !failed ? ` · ${messages.largeNotice.zoomIn}` : ''}
      {incomplete && !crowded && !failed ? ` · ${messages.largeNotice.largeLeftOut}` : ''}
      <Popover width={320} position="top-end" withArrow>
        <Popover.Target>
          <ActionIcon size="xs" variant="subtle" color="gray" aria-label={messages.largeNotice.about}>
            <Icon name="help" size={14} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Text size="xs">{messages.largeNotice.whatItMeans}</Text>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}
