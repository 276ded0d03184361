import { useQueryClient } from '@tanstack/react-query';
import { useService } from '#core/kernel/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ExploreClient } from '../explore-client.ts';
import { messages } from '../messages.ts';
import type { FoundObject, FoundPage } from './use-found-objects.ts';
import { isObjectPage, objectKey, objectPages } from './use-found-objects.ts';

type Verdict = 'approved' | 'disapproved' | 'none';

/** Objects one call takes. */
export const MOST_OBJECTS = 500;

const verdictOf = ({ error }: FoundObject): Verdict => (error === null ? 'none' : error ? 'disapproved' : 'approved');
const DONE: Readonly<Record<Verdict, string>> = { approved: 'approved', disapproved: 'disapproved', none: 'cleared' };
/** The `error` of an object that has the verdict. */
const ERROR: Readonly<Record<Verdict, boolean | null>> = { approved: false, disapproved: true, none: null };
const objectsText = (count: number): string => messages.useObjectVerdicts.countObjects(count);

/** Outcome of a call. */
interface Sent {
  readonly changed: readonly FoundObject[];
  /** Text about objects that were left as they are. */
  readonly refusal?: string;
}

/** Approves and disapproves objects, says what was skipped, and takes it back on demand. */
export function useObjectVerdicts(
  projectId: number,
): (objects: readonly FoundObject[], verdict: Verdict) => Promise<void> {
  const { searches } = useService(ExploreClient);
  const queries = useQueryClient();
  const send = async (objects: readonly FoundObject[], approval: Verdict): Promise<Sent> => {
    const named = objects.flatMap(({ item_id, id }) => (id === null ? [] : [{ item_id, id }]));
    if (named.length === 0) return { changed: [] };
    const { success, failed } = await searches.updateInstances({
      query: { project_id: projectId },
      body: { instances: named, approval },
    });
    const changed = objects.filter(each => each.id !== null && success.includes(each.item_id));
    const [fault] = failed;
    if (fault === undefined) return { changed };
    return {
      changed,
      refusal: messages.useObjectVerdicts.countLeftAs(
        failed.length,
        fault.message ?? messages.useObjectVerdicts.youMayNotChangeIt,
      ),
    };
  };
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: itemKeys.all });
  /** Marks objects in the pages that are loaded, before the search is repeated. */
  const mark = (objects: readonly FoundObject[], errorOf: (object: FoundObject) => boolean | null): void => {
    const marked = new Map(objects.map(each => [objectKey(each), errorOf(each)]));
    queries.setQueriesData<FoundPage>({ queryKey: objectPages(projectId), predicate: isObjectPage }, page =>
      page === undefined
        ? undefined
        : {
            ...page,
            data: page.data.map(each =>
              marked.has(objectKey(each)) ? { ...each, error: marked.get(objectKey(each))! } : each,
            ),
          },
    );
  };
  const undo = async (objects: readonly FoundObject[]): Promise<void> => {
    try {
      const sent: Sent[] = [];
      for (const before of ['approved', 'disapproved', 'none'] as const)
        sent.push(
          await send(
            objects.filter(each => verdictOf(each) === before),
            before,
          ),
        );
      const changed = sent.flatMap(each => each.changed);
      mark(changed, each => each.error);
      toastOutcome(
        changed.length === 0 ? undefined : messages.useObjectVerdicts.objectsTextAsBefore(objectsText(changed.length)),
        sent.flatMap(each => each.refusal ?? []),
      );
      await refresh();
    } catch (error) {
      toastError(error);
    }
  };
  return async (objects, verdict) => {
    const open = objects.filter(each => verdictOf(each) !== verdict);
    if (open.length === 0) {
      toast(messages.useObjectVerdicts.nothingToChange);
      return;
    }
    try {
      const { changed, refusal } = await send(open, verdict);
      mark(changed, () => ERROR[verdict]);
      toastOutcome(
        changed.length === 0 ? undefined : `${objectsText(changed.length)} ${DONE[verdict]}.`,
        refusal === undefined ? [] : [refusal],
        changed.length === 0 ? {} : { undo: () => void undo(changed) },
      );
      await refresh();
    } catch (error) {
      toastError(error);
    }
  };
}

/** Shows in one message what was done and what was refused: a second message would hide the first. */
function toastOutcome(
  done: string | undefined,
  refusals: readonly string[],
  options: { readonly undo?: () => void } = {},
): void {
  const texts = [...(done === undefined ? [] : [done]), ...refusals];
  if (texts.length > 0) toast(texts.join(' '), { tone: refusals.length > 0 ? 'error' : 'success', ...options });
}
