import { Egress } from '#core/egress/server/index.ts';
import { DatabaseToken, defineServerHalf, everyHour, LogToken, MailerToken } from '#core/kernel/server/index.ts';
import { AccountHooks } from '#core/tenancy/server/index.ts';
import { Searches } from '#plugins/analyze/explore/server/kit/index.ts';
import { NotificationKinds, NotificationOutbox } from '#plugins/manage/notifications/server/kit/index.ts';
import { AnnotationHooks, CommentChanges } from '#plugins/annotate/annotations/server/kit/index.ts';
import { ExchangeHooks } from '#plugins/exchange/exchange/server/kit/index.ts';
import { TimeTrackerHooks } from '#plugins/manage/time-tracker/server/kit/index.ts';
import { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import { ItemChanging, Items, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { Projects, ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { SystemHooks } from '#plugins/workspace/system-health/server/kit/index.ts';
import { TeamsHooks } from '#plugins/workspace/teams/server/kit/index.ts';
import { actionTypeOf } from '../common/action-types.ts';
import { actionsApi } from '../common/actions-api.ts';
import { automationsApi } from '../common/api.ts';
import { testsApi } from '../common/tests-api.ts';
import { hooksApi, intakeApi } from '../common/intake-api.ts';
import { limitsApi, ownLimitsApi } from '../common/limits-api.ts';
import { startsApi } from '../common/starts-api.ts';
import manifest from '../manifest.ts';
import { Actions } from './actions/actions.ts';
import { builtInActions } from './actions/built-in-actions.ts';
import { CustomCode } from './actions/custom-code.ts';
import { emailAction } from './actions/send-email.ts';
import { webhookAction } from './actions/send-webhook.ts';
import { workActions } from './actions/work-actions.ts';
import { actionsHandlers } from './actions-handlers.ts';
import { automationHandlers } from './automation-handlers.ts';
import { CodeReads } from './code/code-reads.ts';
import { CustomTasks } from './custom-tasks.ts';
import { DryRun } from './dry-run.ts';
import { DryRunDocuments } from './dry-run-documents.ts';
import { tapEvents } from './event-taps.ts';
import { AutomationHooks } from './automation-hooks.ts';
import { CustomEvents } from './intake/custom-events.ts';
import { EventSources } from './intake/event-sources.ts';
import { HandStarts } from './intake/hand-starts.ts';
import { IncomingWebhooks } from './intake/incoming-webhooks.ts';
import { hooksHandlers, intakeHandlers, startsHandlers } from './intake/intake-handlers.ts';
import { Schedules } from './intake/schedules.ts';
import { StartsProgress } from './intake/start-progress.ts';
import { WebhookTokens } from './intake/webhook-tokens.ts';
import { CodeEngines } from './limits/code-engines.ts';
import { LimitList } from './limits/limit-list.ts';
import { TeamLimits } from './limits/team-limits.ts';
import { PackageMirror } from './packages/package-mirror.ts';
import { PipelineCheck } from './pipeline-check.ts';
import { PipelineVersions } from './pipeline-versions.ts';
import { Pipelines } from './pipelines.ts';
import { DueSteps } from './runs/due-steps.ts';
import { tapWorkEvents } from './work-event-taps.ts';
import { EventOutbox } from './runs/event-outbox.ts';
import { ExternalSteps } from './runs/external-steps.ts';
import { FailureAlerts, pipelineFailed } from './runs/failure-alerts.ts';
import { PipelineOwners } from './runs/pipeline-owners.ts';
import { RunExecutor } from './runs/run-executor.ts';
import { RunExpansion } from './runs/run-expansion.ts';
import { Secrets } from './secrets.ts';
import { forgetOldRuns, RunHistory } from './runs/run-history.ts';
import { StepReplay } from './runs/step-replay.ts';
import { actionCommand } from './terminal/action-command.ts';
import { TransitionRuns } from './runs/transition-runs.ts';
import { TestCases } from './test-cases.ts';
import { testsHandlers } from './tests-handlers.ts';
import { RunStatistics } from './runs/run-statistics.ts';
import { automationReferences } from './person-references.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  terminal: { action: actionCommand },
  provides: [AutomationHooks],
  bindings(container) {
    for (const service of [
      AutomationHooks,
      Actions,
      CodeEngines,
      DryRun,
      DryRunDocuments,
      CodeReads,
      CustomCode,
      CustomEvents,
      CustomTasks,
      DueSteps,
      EventOutbox,
      EventSources,
      ExternalSteps,
      FailureAlerts,
      HandStarts,
      IncomingWebhooks,
      LimitList,
      PackageMirror,
      PipelineCheck,
      PipelineOwners,
      PipelineVersions,
      Pipelines,
      RunExecutor,
      RunExpansion,
      RunHistory,
      RunStatistics,
      Schedules,
      Secrets,
      StartsProgress,
      StepReplay,
      TeamLimits,
      TestCases,
      TransitionRuns,
      WebhookTokens,
    ])
      container
        .bind(service as typeof Pipelines)
        .toSelf()
        .inSingletonScope();
  },
  activate(plugin) {
    const { get, find, implement, job, tap, own } = plugin;
    const engines = find(SystemHooks)?.engines;
    if (engines !== undefined) tap(engines, async (_, found) => [...found, ...(await get(CodeEngines).list())]);
    tap(get(AccountHooks).personReferences, (_, found) => [...found, ...automationReferences]);
    get(CodeReads).searches = find(Searches);
    const [alerts, kinds] = [get(FailureAlerts), find(NotificationKinds)];
    alerts.outbox = find(NotificationOutbox);
    if (kinds !== undefined) own(kinds.add(pipelineFailed));
    const pipelines = get(Pipelines);
    implement(
      automationsApi,
      automationHandlers({
        pipelines,
        versions: get(PipelineVersions),
        dryRun: get(DryRun),
        history: get(RunHistory),
        statistics: get(RunStatistics),
      }),
    );
    const [tasks, tests] = [get(CustomTasks), get(TestCases)];
    implement(
      actionsApi,
      actionsHandlers({ secrets: get(Secrets), tasks, dryRun: get(DryRun), tests, mirror: get(PackageMirror) }),
    );
    implement(testsApi, testsHandlers({ tests, tasks, replay: get(StepReplay) }));
    implement(intakeApi, intakeHandlers(get(CustomEvents), get(WebhookTokens)));
    implement(startsApi, startsHandlers(get(HandStarts), get(StartsProgress)));
    const limits = get(LimitList);
    implement(limitsApi, limits.handlers());
    implement(ownLimitsApi, limits.ownHandlers());
    implement(hooksApi, hooksHandlers(get(IncomingWebhooks)));
    const executor = get(RunExecutor);
    job('run', async (run, context) => {
      const { event_id: eventId } = run.subject as { readonly event_id: number };
      const done = await executor.run(run, context, eventId);
      await alerts.send(context, eventId);
      return done;
    });

    const [hooks, items] = [get(AutomationHooks), get(ItemsHooks)];
    const actions = {
      ...builtInActions(get(ItemChanging), items),
      ...workActions(plugin),
      send_webhook: webhookAction({
        egress: get(Egress),
        secret: (context, id) => pipelines.webhookSecret(context, id),
        secrets: (context, names) => get(Secrets).values(context, names),
      }),
      send_email: emailAction(get(MailerToken)),
      custom: get(CustomCode).of(),
    };
    for (const [type, action] of Object.entries(actions)) {
      const needed = actionTypeOf(type)?.plugin;
      tap(hooks.acting.for(type), context => (needed === undefined || context.enabled(needed) ? action : undefined));
    }
    const outbox = get(EventOutbox);
    tapEvents({ tap }, { items, projects: get(ProjectsHooks) }, outbox);
    tapWorkEvents(
      { tap },
      {
        items: get(Items),
        statuses: items,
        projects: get(Projects),
        workflows: get(Workflows),
        owners: get(PipelineOwners),
        transitions: get(TransitionRuns),
        annotations: get(AnnotationHooks),
        comments: get(CommentChanges),
        exchange: find(ExchangeHooks),
        timeTracker: find(TimeTrackerHooks),
      },
      outbox,
    );
    tap(get(TeamsHooks).removed, (context, { personId }) =>
      personId === null ? undefined : pipelines.disableOf(context, personId),
    );

    const log = get(LogToken);
    own(get(DueSteps).watch(error => log.error({ err: error }, 'steps that are due were not carried on')));
    own(get(Schedules).watch(error => log.error({ err: error }, 'schedules that are due were not carried out')));
    own(
      everyHour(
        () => forgetOldRuns(get(DatabaseToken)),
        error => log.error({ err: error }, 'old runs were not forgotten'),
      ),
    );
  },
});
