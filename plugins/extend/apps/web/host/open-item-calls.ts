import { Fault } from '#core/base/common/index.ts';
import type { OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import type { OfItem } from '#sdk/app/workbench.ts';
import type { DataCalls } from './app-data-calls.ts';

/** The part of the open item that apps change. */
export type OpenItemPort = Pick<OpenItem, 'now' | 'save' | 'catchUp'>;

/**
 * The calls about annotations and comments where the item is open in the editor beside the app: the work that is there
 * is stored before an app reads, so that it reads what the person sees, and what an app stored is shown at once. Other
 * items are left to `calls`.
 */
export function openItemCalls(
  calls: Pick<DataCalls, 'annotations' | 'comments'>,
  controller: OpenItemPort,
): Pick<DataCalls, 'annotations' | 'comments'> {
  const isOpen = ({ itemId }: OfItem): boolean => controller.now?.opened.item.id === itemId;
  const seen = async <Answer>(place: OfItem, read: () => Promise<Answer>): Promise<Answer> => {
    // Who may not change the item has nothing to store.
    if (isOpen(place) && controller.now?.session.readOnly === false && !(await controller.save()))
      throw new Fault(
        'CONFLICT',
        'The work in the editor could not be stored, so it is not read. Look at the state of saving there, and try again.',
        { status: 409 },
      );
    return read();
  };
  const shown = async <Answer>(place: OfItem, write: () => Promise<Answer>): Promise<Answer> => {
    const answer = await seen(place, write);
    // Where that fails the editor says itself that there is something newer.
    if (isOpen(place)) await controller.catchUp().catch(() => undefined);
    return answer;
  };
  const { annotations, comments } = calls;
  return {
    annotations: {
      get: place => seen(place, () => annotations.get(place)),
      put: args => shown(args, () => annotations.put(args)),
    },
    comments: {
      list: place => seen(place, () => comments.list(place)),
      add: args => shown(args, () => comments.add(args)),
      reply: args => shown(args, () => comments.reply(args)),
      resolve: args => shown(args, () => comments.resolve(args)),
    },
  };
}
