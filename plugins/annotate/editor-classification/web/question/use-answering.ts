import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { newId } from '#plugins/annotate/annotations/common/index.ts';
import type { TagResult } from '../../common/api.ts';
import type { TagChange } from '../../common/tag-changes.ts';
import type { TaggedItem } from '../classification-client.ts';
import { ClassificationClient } from '../classification-client.ts';
import { BatchHistory } from '../grid/batch-history.ts';
import { messages } from '../messages.ts';
import type { QuestionWalk } from './question-walk.ts';
import { atHand, marked, walked, wentTo } from './question-walk.ts';

/** An answer in the form that calls take. */
export type Answer = Extract<TagChange, { kind: 'set' }>['value'];

interface AnsweringOptions {
  readonly projectId: number;
  readonly owner: AnnotationClass;
  readonly group: AttributeGroup;
  readonly first: QuestionWalk;
  /** Items of the list that had an answer at first. */
  readonly done: number;
}

/** An item that is asked about; without `tagged` it is no longer there. */
export interface AskedData {
  readonly asset: Awaited<ReturnType<ClassificationClient['items']['getAsset']>>;
  readonly tagged: TaggedItem | undefined;
}

/** A walk through items, and the ways to go on. */
export interface Answering {
  /** The item that is asked about; undefined behind the last one. */
  readonly id: number | undefined;
  /** Undefined until it is loaded. */
  readonly asked: AskedData | undefined;
  /** Items of the list that have an answer now. */
  readonly answered: number;
  readonly mayWrite: boolean;
  /** Items of the walk. */
  readonly length: number;
  readonly answer: (value: Answer) => void;
  readonly undo: () => void;
  readonly step: (by: 1 | -1) => void;
  /** Resolves when the answers given until now are stored. */
  readonly settled: () => Promise<unknown>;
}

/** Walks through items and stores their answers, each while the next item is looked at. */
export function useAnswering({ projectId, owner, group, first, done }: AnsweringOptions): Answering {
  const client = useService(ClassificationClient);
  const queries = useQueryClient();
  const mayWrite = useCan('AnnotateItem');
  const [walk, setWalk] = useState(first);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const given = useRef<number[]>([]);
  const params = useMemo(() => ({ project_id: projectId }), [projectId]);
  const history = useMemo(
    () =>
      new BatchHistory({
        change: (ids, change) =>
          client.tags.changeTags({ params, body: { op: newId(), item_ids: [...ids], change: change as never } }),
        stepBack: steps => client.tags.stepBackTags({ params, body: { op: newId(), items: [...steps] } }),
      }),
    [client, params],
  );
  const id = atHand(walk);
  const itemQuery = (wanted: number | undefined) => ({
    queryKey: ['editor-classification', 'asked', projectId, wanted],
    enabled: wanted !== undefined,
    staleTime: 30_000,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) => ({
      asset: await client.items.getAsset({ params: { ...params, item_id: wanted! }, signal }),
      tagged: (await client.tagged(projectId, [wanted!], signal)).get(wanted!),
    }),
  });
  const { data: asked } = useQuery(itemQuery(id));
  useQuery(itemQuery(walk.ids[walk.at + 1]));

  const store = (
    work: () => Promise<TagResult | undefined>,
    itemId: number,
    settled: (stored: boolean) => void,
  ): void => {
    turn.current = turn.current.then(async () => {
      try {
        const result = await work();
        for (const { message } of result?.refused ?? [])
          toast(messages.useAnswering.answerWasNotStored(message), {
            tone: 'error',
            action: { label: messages.useAnswering.showTheItem, run: () => setWalk(now => wentTo(now, itemId)) },
          });
        settled((result?.refused.length ?? 0) === 0);
      } catch (error) {
        toastError(error);
        settled(false);
      }
      void queries.invalidateQueries({ queryKey: ['editor-classification', 'asked', projectId, itemId] });
    });
  };
  const answer = (value: Answer): void => {
    if (id === undefined || !mayWrite) return;
    given.current.push(id);
    setWalk(now => walked(marked(now, id, value !== null), 1));
    store(
      () =>
        history.apply(group.name, [id], { kind: 'set', class_id: owner.id, group_id: group.id, value, adding: true }),
      id,
      stored => {
        if (!stored) setWalk(now => marked(now, id, false));
      },
    );
  };
  const undo = (): void => {
    const last = given.current.pop();
    if (last === undefined) return toast(messages.useAnswering.thereIsNoAnswer);
    setWalk(now => marked(wentTo(now, last), last, false));
    return store(
      () => history.undo(),
      last,
      () => undefined,
    );
  };
  const step = (by: 1 | -1): void => setWalk(now => walked(now, by));

  const answered =
    done +
    [...walk.answered].filter(each => !first.answered.has(each)).length -
    [...first.answered].filter(each => !walk.answered.has(each)).length;
  return { id, asked, answered, mayWrite, length: walk.ids.length, answer, undo, step, settled: () => turn.current };
}
