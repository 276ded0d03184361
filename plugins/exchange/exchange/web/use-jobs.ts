import { useEffect, useState } from 'react';
import { EventStream } from '#core/api/web/index.ts';
import type { JobView } from '#core/kernel/common/index.ts';
import { useService } from '#core/kernel/web/index.ts';

/**
 * The newest state of this plugin's jobs by id, as far as the server reported it since the page is open. `ended` is
 * called when one ends.
 */
export function useJobs(ended: () => void): ReadonlyMap<string, JobView> {
  const events = useService(EventStream);
  const [jobs, setJobs] = useState<ReadonlyMap<string, JobView>>(new Map());
  useEffect(() => {
    const listening = events.onMessage(message => {
      if (message.type !== 'job') return;
      const { job } = message as unknown as { readonly job: JobView };
      if (job.plugin !== 'exchange') return;
      setJobs(before => new Map(before).set(job.id, job));
      if (job.finishedAt !== null) ended();
    });
    return () => listening.dispose();
  }, [events, ended]);
  return jobs;
}
