import { notFound } from '#core/base/common/index.ts';
import type { Handlers, RequestContext } from '#core/api/server/index.ts';
import type { Job } from '#core/data/common/index.ts';
import type { Jobs } from '#core/data/server/index.ts';
import type { Enablement, JobView, kernelApi, Manifest } from '../common/index.ts';
import type { PluginGate } from './plugin-gate.ts';
import type { PluginLedger } from './plugin-ledger.ts';
import { RateLimit } from './rate-limit.ts';

/** A job for its owner's screen; the title is its own, else the manifest's. */
export function jobView(job: Job, manifests: readonly Manifest[]): JobView {
  return {
    id: job.id,
    plugin: job.plugin,
    name: job.name,
    title: job.title ?? manifests.find(each => each.id === job.plugin)?.jobs?.[job.name]?.title ?? job.name,
    state: job.state,
    done: job.progress.done,
    total: job.progress.total === 0 ? null : job.progress.total,
    text: job.progress.text ?? null,
    result: job.result ?? null,
    error: job.error === undefined ? null : { code: job.error.code, message: job.error.message },
    cancelRequested: job.cancelRequested,
    createdAt: job.createdAt,
    finishedAt: job.finishedAt ?? null,
  };
}

/**
 * `reports` bounds how often one person may report faults in the browser. Those reported outside of any team are for
 * super-admins only.
 */
export function kernelHandlers(
  plugins: PluginGate,
  jobs: Jobs,
  manifests: readonly Manifest[],
  ledger: PluginLedger,
  reports = new RateLimit(0.2, 20),
): Handlers<typeof kernelApi> {
  const states = (
    enablement: ReadonlyMap<string, Enablement>,
  ): { id: string; enabled: boolean; because?: NonNullable<Enablement['because']> }[] =>
    [...enablement].map(([id, each]) => ({
      id,
      enabled: each.enabled,
      ...(each.because === undefined ? {} : { because: each.because }),
    }));

  /** People follow what they started themselves. */
  const own = async (context: RequestContext, id: string): Promise<Job> => {
    const job = await jobs.get(context.team.id, id);
    if (job === undefined || job.creatorId !== context.user.id) throw notFound('The job');
    return job;
  };

  return {
    installedPlugins: async () => ({ data: states(await plugins.enablement(undefined)) }),
    teamPlugins: async (_, context) => ({ data: states(await plugins.enablement(context.team.organizationId)) }),
    reportFaults({ body }, context) {
      reports.take(`user:${context.user.id}`);
      for (const { plugin, moment, name, message, stack, version } of body.faults) {
        if (plugin !== 'core' && !(manifests.some(each => each.id === plugin) && context.enabled(plugin))) continue;
        ledger.fault(plugin, name === undefined ? moment : `${moment} ${name}`, message, {
          side: 'browser',
          organizationId: context.organizationId,
          personId: context.user.id,
          stack,
          version,
        });
      }
      return { success: true };
    },
    async listJobs({ query }, context) {
      const found = await jobs.list({
        teamId: context.team.id,
        creatorId: context.user.id,
        except: manifests.flatMap(({ id, jobs: declared = {} }) =>
          Object.keys(declared).flatMap(name => (declared[name]!.background === true ? [{ plugin: id, name }] : [])),
        ),
        page: query,
      });
      return { data: found.data.map(job => jobView(job, manifests)), count: found.count };
    },
    getJob: async ({ params }, context) => jobView(await own(context, params.job_id), manifests),
    async cancelJob({ params }, context) {
      await own(context, params.job_id);
      await jobs.cancel(context.team.id, params.job_id);
      return { success: true };
    },
  };
}
