import type { EventInfo, Handler, ItemTriggerContext, TriggerItem } from '@loupe/sdk/automation';

/** Arguments that the step of a pipeline may set. */
interface Arguments {
  readonly priority?: number;
}

const isReturned = (item: TriggerItem | null): item is TriggerItem => item?.annotation_status === 'Returned';

const handler: Handler<Arguments, ItemTriggerContext> = (event: EventInfo & Arguments, context, { item, log }) => {
  const { before, after } = context;
  if (!isReturned(after) || isReturned(before)) return { raised: false };
  const priority = event.priority ?? 8;
  log.info(`${after.name} was returned: priority ${priority}`);
  item.setPriority(priority);
  return { raised: true };
};

export default handler;
