import { useRef, useState } from 'react';
import type { JSX } from 'react';
import { useCan, useService } from '#core/kernel/web/index.ts';
import { confirm } from '#core/ui/web/index.ts';
import type { PagedList } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import { SimilarExample } from '../suggestions/similar-example.ts';
import { answerOfKey } from './answer-buttons.tsx';
import { ObjectBar } from './object-bar.tsx';
import type { ObjectEdit } from './object-change-dialog.tsx';
import { ObjectChangeDialog } from './object-change-dialog.tsx';
import type { SelectedObjects } from './object-tiles.tsx';
import { ObjectTiles } from './object-tiles.tsx';
import classes from './objects.module.css';
import type { FoundObject } from './use-found-objects.ts';
import { objectKey } from './use-found-objects.ts';
import { useObjectEdits } from './use-object-edits.ts';
import { useObjectVerdicts } from './use-object-verdicts.ts';

interface ObjectGridProps {
  readonly projectId: number;
  readonly list: PagedList<FoundObject>;
  readonly count: number;
  readonly pathOf: (item: FoundObject['item']) => string;
  readonly onQuery: (query: string) => void;
}

/** Objects as tiles, with the actions on those that are selected. */
export function ObjectGrid({ projectId, list, count, pathOf, onQuery }: ObjectGridProps): JSX.Element {
  const approves = useCan('ApplyExploreBulkAction');
  const annotates = useCan('AnnotateItem') && approves;
  const verdict = useObjectVerdicts(projectId);
  const edit = useObjectEdits(projectId);
  const example = useService(SimilarExample);
  const [asking, setAsking] = useState<'class' | 'attribute'>();
  const [selected, setSelected] = useState<SelectedObjects>(new Map());
  const scroller = useRef<HTMLDivElement>(null);
  const [first] = selected.values();
  const only = selected.size === 1 ? first : undefined;

  const judge = (as: Parameters<typeof verdict>[1], current?: FoundObject): void => {
    const objects = selected.size > 0 ? [...selected.values()] : current === undefined ? [] : [current];
    setSelected(new Map());
    void verdict(objects, as);
  };
  const apply = (change: ObjectEdit): void => {
    const objects = [...selected.values()];
    setAsking(undefined);
    setSelected(new Map());
    void edit(objects, change);
  };
  const remove = async (): Promise<void> => {
    const count = messages.useObjectVerdicts.countObjects(selected.size);
    const sure = await confirm({
      title: messages.objectChangeDialog.deleteObjects(count),
      text: messages.objectChangeDialog.deleteText,
      action: messages.shared.delete,
      danger: true,
    });
    if (sure) apply({ remove: true });
  };
  const onKey = (key: string, current: FoundObject | undefined): boolean => {
    const answer = answerOfKey(key);
    if (key === 'Delete' && annotates && selected.size > 0) void remove();
    else if (approves && answer !== undefined) judge(answer === 'yes' ? 'approved' : 'disapproved', current);
    else return false;
    return true;
  };

  return (
    <div className={classes['view']}>
      <ObjectTiles
        projectId={projectId}
        label={messages.shared.objects}
        list={list}
        count={count}
        selected={selected}
        onSelected={setSelected}
        onKey={onKey}
        pathOf={pathOf}
        scroller={scroller}
      />
      {selected.size === 0 ? undefined : (
        <ObjectBar
          count={selected.size}
          approves={approves}
          annotates={annotates}
          onChange={kind => {
            if (kind === 'remove') void remove();
            else setAsking(kind);
          }}
          onVerdict={as => judge(as)}
          onSimilar={only === undefined ? undefined : () => onQuery(`similarTo(${objectKey(only)}, 100)`)}
          onAnnotate={
            only === undefined
              ? undefined
              : () => example.ask({ itemId: only.item_id, position: only.position, classId: only.class_id })
          }
          onClear={() => {
            setSelected(new Map());
            scroller.current?.focus();
          }}
        />
      )}
      <ObjectChangeDialog
        projectId={projectId}
        kind={asking}
        objects={[...selected.values()]}
        onClose={() => setAsking(undefined)}
        onChange={apply}
      />
    </div>
  );
}
