import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { initialsOf } from '#plugins/workspace/items/web/kit/index.ts';
import type { Curation } from '../../common/api.ts';
import type { CurationPiece } from '../curation-pieces.ts';
import { CurationController } from '../curation-controller.ts';
import { lookOf, percent } from '../people-look.ts';
import classes from '../agreement.module.css';
import { messages } from '../messages.ts';

const HEIGHT = 40;

/** The pieces one by one: whose they are, how alike, and what was taken. */
export function PieceList({ work }: { readonly work: OpenWork }): JSX.Element {
  const controller = useService(CurationController);
  const { at, curation } = useSnapshot(controller.state) as {
    readonly at: number;
    readonly curation: Curation | undefined;
  };
  const shown = controller.shown;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 8,
  });
  useEffect(() => virtualizer.scrollToIndex(at, { align: 'auto' }), [at, virtualizer]);
  const { readOnly } = work.session;

  const press = (event: KeyboardEvent): void => {
    const found = shown[at];
    const act = actOf(event.key, controller, found, curation?.works.length ?? 0);
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  if (shown.length === 0) return <div className={classes['empty']}>{messages.pieceList.noPieceIsLeftHere}</div>;
  return (
    <div
      ref={scroller}
      className={classes['scroll']}
      role="listbox"
      aria-label={messages.shared.pieces}
      tabIndex={0}
      onKeyDown={press}
      title={messages.pieceList.stepEnterTakesTheBest}
    >
      <div className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const found = shown[index]!;
          return (
            <PieceLine
              key={found.piece.things.join(' ')}
              found={found}
              works={curation?.works ?? []}
              work={work}
              selected={index === at}
              start={start}
              readOnly={readOnly}
              onChoose={() => controller.goTo(index)}
              onTake={person => {
                controller.goTo(index);
                controller.take(found, person);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

function actOf(
  key: string,
  controller: CurationController,
  found: CurationPiece | undefined,
  works: number,
): (() => void) | undefined {
  if (key === 'ArrowDown') return () => controller.step(1);
  if (key === 'ArrowUp') return () => controller.step(-1);
  if (found === undefined) return undefined;
  if (key === 'Enter') return () => takeAndStep(controller, found, found.piece.best);
  if (key === 'Backspace' || key === 'Delete') return () => controller.leave(found);
  const person = Number(key) - 1;
  return Number.isInteger(person) && person >= 0 && person < works
    ? () => takeAndStep(controller, found, person)
    : undefined;
}

/** Takes a piece and selects the next one where taken pieces stay in the list. */
function takeAndStep(controller: CurationController, found: CurationPiece, person: number): void {
  const before = controller.shown.length;
  controller.take(found, person);
  if (controller.shown.length === before) controller.step(1);
}

interface PieceLineProps {
  readonly found: CurationPiece;
  readonly works: Curation['works'];
  readonly work: OpenWork;
  readonly selected: boolean;
  /** Distance from the top of the list, pixels. */
  readonly start: number;
  readonly readOnly: boolean;
  readonly onChoose: () => void;
  readonly onTake: (person: number) => void;
}

function PieceLine({
  found: { piece, things, taken },
  works,
  work,
  selected,
  start,
  readOnly,
  onChoose,
  onTake,
}: PieceLineProps): JSX.Element {
  const thing = things[taken.kind === 'person' ? taken.person : piece.best];
  const owner = work.session.classes.find(each => each.id === thing?.classId);
  const said = thing === undefined ? '' : wordsOf(thing, work);
  const label = piece.label === '' ? messages.pieceList.noClass : piece.label;
  return (
    <div
      className={classes['line']}
      role="option"
      aria-selected={selected}
      aria-label={messages.pieceList.labelSaid(label, said, percent(piece.likeness), taken.kind, 'nothing')}
      style={{ transform: `translateY(${start}px)` }}
      onClick={onChoose}
    >
      <span className={classes['swatch']} style={{ background: owner?.color ?? '#8a929e' }} />
      <span className={classes['grow']}>
        {label}
        {said === '' ? undefined : (
          <>
            {' '}
            <bdi className={classes['muted']}>{said}</bdi>
          </>
        )}
      </span>
      {taken.kind === 'changed' ? (
        <span title={messages.pieceList.changedSinceItWasTaken}>
          <Icon name="edit" size={14} />
        </span>
      ) : undefined}
      {works.map(({ email }, person) => (
        <button
          key={email}
          type="button"
          tabIndex={-1}
          className={classes['chip']}
          disabled={things[person] === undefined || readOnly}
          data-taken={taken.kind === 'person' && taken.person === person}
          style={{
            borderColor: lookOf(person).color,
            ...(taken.kind === 'person' && taken.person === person ? { background: lookOf(person).color } : {}),
          }}
          title={
            things[person] === undefined
              ? messages.pieceList.emailHasNone(email)
              : messages.pieceList.takeThatOfEmail(email, wordsOf(things[person]!, work))
          }
          onClick={event => {
            event.stopPropagation();
            onTake(person);
          }}
        >
          {initialsOf(email)}
        </button>
      ))}
      <span className={`${classes['muted']} ${classes['share']}`}>{percent(piece.likeness)}</span>
    </div>
  );
}

/** Returns the text about a thing beside its class: the words it marks, an answer, or its attributes. */
function wordsOf(thing: Instance, { editor }: OpenWork): string {
  const { value } = thing;
  if (thing['element_path'] !== undefined) return typeof value === 'string' ? value : JSON.stringify(value);
  return (
    editor?.titleOf?.(thing) ??
    thing.attributes
      .map(each => String(each.name ?? ''))
      .filter(Boolean)
      .join(', ')
  );
}
