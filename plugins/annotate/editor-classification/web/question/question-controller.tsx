import { Button, Loader, NumberInput, Progress, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { JSX } from 'react';
import { useCan, useKeyMap, useService } from '#core/kernel/web/index.ts';
import { EmptyState, Icon, ShortcutKey, toast, toastError } from '#core/ui/web/index.ts';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/annotation-class.ts';
import { attributeTextLimit } from '#plugins/workspace/classes/common/annotation-class.ts';
import { groupValue } from '#plugins/annotate/annotations/common/attribute-values.ts';
import { newId } from '#plugins/annotate/annotations/common/new-id.ts';
import { contentKindOf } from '#plugins/workspace/items/common/file-content.ts';
import type { TagResult } from '../../common/api.ts';
import type { TagChange } from '../../common/tag-changes.ts';
import { ClassificationClient } from '../classification-client.ts';
import { BatchHistory } from '../grid/batch-history.ts';
import { useSeatedKeys } from '../use-seated-keys.ts';
import { Preview } from '../preview/preview.tsx';
import { questionKeys, questionScope } from './question-keys.ts';
import type { QuestionWalk } from './question-walk.ts';
import { atHand, marked, walked, wentTo } from './question-walk.ts';
import classes from './question.module.css';

/** A given answer, in the form calls take it. */
type Answer = Extract<TagChange, { kind: 'set' }>['value'];

interface QuestionControllerProps {
  readonly projectId: number;
  readonly owner: AnnotationClass;
  readonly group: AttributeGroup;
  readonly first: QuestionWalk;
  /** Items of the list, and those that had an answer at first. */
  readonly total: number;
  readonly done: number;
}

/** The item at hand beside the answers. What is answered is stored while the next item is looked at. */
export function QuestionController({
  projectId,
  owner,
  group,
  first,
  total,
  done,
}: QuestionControllerProps): JSX.Element {
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
  const shown = useQuery(itemQuery(id));
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
          toast(`The answer was not stored: ${message}`, {
            tone: 'error',
            action: { label: 'Show the item', run: () => setWalk(now => wentTo(now, itemId)) },
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
    if (last === undefined) return toast('There is no answer of yours to take back here.');
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
  const tagged = shown.data?.tagged;
  const own = tagged?.tags.tags.find(each => each.class_id === owner.id);
  const value =
    own === undefined
      ? undefined
      : groupValue({ id: '', type: 'tag', classId: owner.id, attributes: own.attributes }, group);
  return (
    <div className={classes['desk']}>
      <div className={classes['bar']}>
        <Progress size="sm" w={160} aria-label="Answered" value={total === 0 ? 100 : (answered / total) * 100} />
        <strong className={classes['figures']}>
          {answered.toLocaleString('en')} of {total.toLocaleString('en')}
        </strong>
        <span className={classes['muted']}>{tagged?.item.name}</span>
      </div>
      {id === undefined ? (
        <End total={walk.ids.length} onBack={() => step(-1)} onUndo={undo} />
      ) : (
        <div className={classes['middle']}>
          <div className={classes['item']} data-asked={tagged?.item.name}>
            {shown.data === undefined ? (
              <Loader size="sm" aria-label="Loading the item" />
            ) : tagged === undefined ? (
              <EmptyState icon="file" text="This item is no longer there." />
            ) : (
              <Shown
                key={id}
                id={id}
                name={tagged.item.name}
                url={shown.data.asset.url ?? ''}
                mime={shown.data.asset.mime}
              />
            )}
          </div>
          <Answers
            key={`${id} ${shown.data === undefined}`}
            group={group}
            title={`${owner.name}: ${group.name}`}
            value={value}
            disabled={!mayWrite}
            onAnswer={answer}
            onStep={step}
            onUndo={undo}
          />
        </div>
      )}
    </div>
  );
}

function Shown({
  id,
  name,
  url,
  mime,
}: {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly mime: string | null;
}): JSX.Element | undefined {
  const editor = useMemo(
    () => ({
      item: { id, name, url },
      kind: contentKindOf(mime, name),
      control: () => () => undefined,
      learned: () => undefined,
      shows: () => undefined,
    }),
    [id, name, url, mime],
  );
  return <Preview editor={editor} />;
}

function End({
  total,
  onBack,
  onUndo,
}: {
  readonly total: number;
  readonly onBack: () => void;
  readonly onUndo: () => void;
}): JSX.Element {
  useSeatedKeys(questionScope, questionKeys, ({ act }) => {
    if (act === 'back') onBack();
    if (act === 'undo') onUndo();
  });
  return (
    <EmptyState icon="approved" text={total === 0 ? 'Every item has an answer.' : 'That was the last item.'}>
      {total === 0 ? undefined : (
        <Button variant="default" onClick={onBack}>
          Item before
        </Button>
      )}
    </EmptyState>
  );
}

interface AnswersProps {
  readonly group: AttributeGroup;
  readonly title: string;
  readonly value: ReturnType<typeof groupValue>;
  readonly disabled: boolean;
  readonly onAnswer: (value: Answer) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onUndo: () => void;
}

/** The answers as big buttons with their keys; a text or number is typed. One choice answers at once, several are confirmed. */
function Answers({ group, title, value, disabled, onAnswer, onStep, onUndo }: AnswersProps): JSX.Element {
  const keys = useKeyMap();
  const chooses = group.group_type === 'radio' || group.group_type === 'checklist';
  const several = group.group_type === 'checklist';
  const [chosen, setChosen] = useState<readonly number[]>(Array.isArray(value) ? (value as readonly number[]) : []);
  const [typed, setTyped] = useState<string | number>(
    typeof value === 'string' || typeof value === 'number' ? value : '',
  );
  const choose = (place: number): void => {
    const found = group.attributes[place];
    if (found === undefined || disabled) return;
    if (!several) return onAnswer([found.id]);
    setChosen(now => (now.includes(found.id) ? now.filter(each => each !== found.id) : [...now, found.id]));
  };
  const confirm = (): void => {
    if (several) return onAnswer(chosen.length === 0 ? null : chosen);
    if (chooses) return onStep(1);
    if (group.group_type === 'numeric') return typed === '' ? onStep(1) : onAnswer(Number(typed));
    return String(typed).trim() === '' ? onStep(1) : onAnswer(String(typed));
  };
  useSeatedKeys(questionScope, questionKeys, ({ act }) => {
    if (typeof act === 'object') return choose(act.answer);
    if (act === 'confirm') return confirm();
    return act === 'undo' ? onUndo() : onStep(act === 'skip' ? 1 : -1);
  });
  const chord = (id: string): string | undefined => keys.chords(`${questionScope}.${id}`)[0];
  const key = (id: string): JSX.Element | undefined =>
    chord(id) === undefined ? undefined : <ShortcutKey chord={keys.shown(chord(id)!)} />;
  const typing = { 'aria-label': title, autoFocus: true, size: 'md', disabled } as const;
  return (
    <section className={classes['answers']} aria-label={title}>
      <h2 className={classes['question']}>{title}</h2>
      {chooses ? (
        group.attributes.map((each, place) => (
          <button
            key={each.id}
            type="button"
            className={classes['answer']}
            aria-pressed={chosen.includes(each.id)}
            disabled={disabled}
            onClick={event => {
              event.currentTarget.blur();
              choose(place);
            }}
          >
            <span className={classes['answerText']}>{each.name}</span>
            {chosen.includes(each.id) ? <Icon name="check" size={18} /> : undefined}
            {key(`answer.${place + 1}`)}
          </button>
        ))
      ) : group.group_type === 'numeric' ? (
        <NumberInput
          {...typing}
          value={typed}
          onChange={setTyped}
          onKeyDown={event => {
            if (event.key === 'Enter') confirm();
          }}
        />
      ) : (
        <Textarea
          {...typing}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={attributeTextLimit}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.shiftKey) {
              event.preventDefault();
              confirm();
            }
          }}
        />
      )}
      <div className={classes['steps']}>
        <Button variant="default" rightSection={key('back')} onClick={() => onStep(-1)}>
          Back
        </Button>
        <Button variant="default" rightSection={key('skip')} onClick={() => onStep(1)}>
          Skip
        </Button>
        {chooses && !several ? undefined : (
          <Button rightSection={key('confirm')} disabled={disabled} onClick={confirm}>
            Store and next
          </Button>
        )}
      </div>
    </section>
  );
}
