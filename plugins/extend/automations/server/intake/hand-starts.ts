import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { Fault, forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { EventField } from '../../common/event-fields.ts';
import { FIRED, FORM_FIRED, starterOf } from '../../common/event-types.ts';
import type { EventScope } from '../../common/pipeline.ts';
import type { OfferedStart } from '../../common/starts-api.ts';
import type { AutomationTables } from '../automation-tables.ts';
import { TeamLimits } from '../limits/team-limits.ts';
import { EventOutbox, inScope } from '../runs/event-outbox.ts';
import { demandValues } from './custom-events.ts';

type Trx = Kysely<AutomationTables>;

/** A start that somebody asks for. */
export interface AskedStart {
  readonly pipeline_id: number;
  readonly node_id: string;
  readonly item_ids: readonly number[];
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly key?: string | undefined;
}

/** An event of an enabled pipeline that people start on items. */
interface StartTrigger {
  readonly pipeline_id: number;
  readonly node_id: string;
  readonly type: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly scope: EventScope;
  readonly version: number;
  readonly owner_id: number;
  readonly name: string;
  readonly description: string;
}

/** Most characters of the JSON of the values of a form. */
const LONGEST_VALUES = 200_000;

/** Pipelines that people start on items: each event says who may. The runs have the rights of the pipeline's owner. */
@injectable()
export class HandStarts {
  constructor(
    @inject(EventOutbox) private readonly outbox: EventOutbox,
    @inject(Items) private readonly items: Items,
    @inject(TeamLimits) private readonly limits: TeamLimits,
  ) {}

  /** Returns what the caller may start in a project, by title. */
  async list(context: RequestContext, projectId: number, by: 'person' | 'form'): Promise<OfferedStart[]> {
    const may = await starterOfPerson(context, projectId);
    return context.transaction(async (trx: Trx) => {
      const triggers = (await triggersOf(trx, by === 'form' ? FORM_FIRED : FIRED)).filter(
        each => inAnyFolder(each.scope, projectId) && may(each),
      );
      const fields = await fieldsOf(trx, triggers);
      return triggers
        .map(each => ({
          pipeline_id: each.pipeline_id,
          node_id: each.node_id,
          title: String(each.settings['name'] ?? each.name),
          description: each.description,
          fields: fields(each),
        }))
        .sort((one, other) => one.title.localeCompare(other.title));
    });
  }

  /**
   * Starts a pipeline on items. Returns its event.
   * @throws Fault NOT_FOUND, FORBIDDEN, PIPELINE_DISABLED (409), OUT_OF_SCOPE, VALUES_INVALID, VALUES_TOO_LARGE (422),
   * AUTOMATIONS_OFF (409), AUTOMATION_LIMIT (429)
   */
  async start(context: RequestContext, projectId: number, asked: AskedStart): Promise<number> {
    const may = await starterOfPerson(context, projectId);
    return context.transaction(async (trx: Trx) => {
      const trigger = await demandTrigger(trx, asked);
      if (!may(trigger)) throw forbidden('ManagePipelines');
      await this.limits.demandStart(trx, context.team.id);
      const rows = await this.items.byIds(context, projectId, asked.item_ids);
      const missing = asked.item_ids.find(each => !rows.has(each));
      if (missing !== undefined) throw notFound(`Item ${missing}`);
      if ([...rows.values()].some(each => !inScope(trigger.scope, projectId, each.folder_id)))
        throw new Fault(
          'OUT_OF_SCOPE',
          'The pipeline does not run in this folder. Choose items of its projects and folders.',
          { status: 422 },
        );
      const values = await checkedValues(trx, trigger, asked.values ?? {});
      return this.outbox.store(context, {
        pipeline_id: trigger.pipeline_id,
        version: trigger.version,
        node_id: trigger.node_id,
        type: trigger.type,
        project_id: projectId,
        items: [...rows.keys()].map(id => ({ id })),
        started: { by: context.user.id, ...(values === undefined ? {} : { values }) },
        ...(asked.key === undefined ? {} : { key: `${context.user.id}/${asked.key}` }),
        ownerId: trigger.owner_id,
      });
    });
  }
}

/** Returns whether the caller may start a pipeline by an event of a project. */
async function starterOfPerson(
  context: RequestContext,
  projectId: number,
): Promise<(trigger: StartTrigger) => boolean> {
  const manages = await context.can('ManagePipelines');
  const administers = manages || (await context.can('UpdateProjectSettings', { projectId }));
  return ({ type, settings }) => {
    const who = starterOf(type, settings);
    return who === 'everyone' || (who === 'admins' ? administers : manages);
  };
}

const inAnyFolder = ({ all, projects }: EventScope, projectId: number): boolean =>
  all || projects.some(each => each.id === projectId);

const enabledTriggers = (trx: Trx) =>
  trx
    .selectFrom('automations.trigger as trigger')
    .innerJoin('automations.pipeline as pipeline', join =>
      join.onRef('pipeline.team_id', '=', 'trigger.team_id').onRef('pipeline.id', '=', 'trigger.pipeline_id'),
    )
    .innerJoin('automations.version as version', join =>
      join
        .onRef('version.team_id', '=', 'pipeline.team_id')
        .onRef('version.pipeline_id', '=', 'pipeline.id')
        .onRef('version.version', '=', 'pipeline.version'),
    )
    .select(['trigger.pipeline_id', 'trigger.node_id', 'trigger.type', 'trigger.settings', 'trigger.scope'])
    .select(['pipeline.version', 'pipeline.owner_id', 'pipeline.enabled', 'version.name', 'version.description'])
    .where('pipeline.deleted_at', 'is', null);

const triggersOf = (trx: Trx, type: string): Promise<readonly StartTrigger[]> =>
  enabledTriggers(trx).where('trigger.type', '=', type).where('pipeline.enabled', '=', true).execute();

async function demandTrigger(trx: Trx, { pipeline_id, node_id }: AskedStart): Promise<StartTrigger> {
  const trigger = await enabledTriggers(trx)
    .where('trigger.pipeline_id', '=', pipeline_id)
    .where('trigger.node_id', '=', node_id)
    .where('trigger.type', 'in', [FIRED, FORM_FIRED])
    .executeTakeFirst();
  if (trigger === undefined) throw notFound('The pipeline');
  if (!trigger.enabled)
    throw new Fault('PIPELINE_DISABLED', 'The pipeline is disabled. Ask who manages pipelines to enable it.', {
      status: 409,
    });
  return trigger;
}

const formOf = ({ settings }: StartTrigger): number | undefined =>
  typeof settings['custom_event_id'] === 'number' ? settings['custom_event_id'] : undefined;

/** Returns the fields of the forms of triggers; none where there is no form. */
async function fieldsOf(
  trx: Trx,
  triggers: readonly StartTrigger[],
): Promise<(trigger: StartTrigger) => (Omit<EventField, 'options'> & { options?: string[] })[]> {
  const ids = triggers.flatMap(each => formOf(each) ?? []);
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('automations.custom_event')
          .select(['id', 'fields'])
          .where('id', 'in', [...new Set(ids)])
          .execute();
  const byId = new Map(rows.map(row => [row.id, row.fields]));
  return trigger =>
    (byId.get(formOf(trigger) ?? 0) ?? []).map(({ options, ...field }) => ({
      ...field,
      ...(options === undefined ? {} : { options: [...options] }),
    }));
}

/** Returns the values of a start; undefined where the pipeline asks for none. */
async function checkedValues(
  trx: Trx,
  trigger: StartTrigger,
  values: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (JSON.stringify(values).length > LONGEST_VALUES)
    throw new Fault('VALUES_TOO_LARGE', 'The values have more than 200,000 characters. Send fewer.', { status: 422 });
  if (trigger.type === FORM_FIRED) return values;
  if (formOf(trigger) === undefined) {
    const [extra] = Object.keys(values);
    if (extra !== undefined) throw invalidField(`values.${extra}`, 'is not asked for by the pipeline; leave it out');
    return undefined;
  }
  return demandValues((await fieldsOf(trx, [trigger]))(trigger), values);
}
