import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { insertInstance } from '#plugins/annotate/annotations/common/edits.ts';
import type { SnapUnit } from '../common/snap-selection.ts';
import { snapUnits } from '../common/snap-selection.ts';
import { deleteInstances } from '../common/text-edits.ts';
import { newTag } from '../common/text-instances.ts';
import { FindBar } from './find/find-bar.tsx';
import type { TextController } from './text-controller.ts';
import { keyScope } from './text-keys.ts';
import { Toggle } from './toggle.tsx';
import classes from './text.module.css';
import { ClassType } from '#plugins/workspace/classes/common/annotation-class.ts';

const unitTitles: Readonly<Record<SnapUnit, string>> = {
  character: 'Code points',
  grapheme: 'Characters',
  word: 'Words',
  sentence: 'Sentences',
};

/** What the strip shows and changes of an editor. */
export interface BarredEditor {
  /** Undefined until the text is there. */
  readonly controller: TextController | undefined;
  readonly activeTool: string;
  onToolChange(listener: () => void): () => void;
}

/** The strip above the text: how marking works, search, relations, tags. */
export function TextOptions({ editor }: { readonly editor: BarredEditor }): JSX.Element {
  const controller = useSyncExternalStore(
    listener => editor.onToolChange(listener),
    () => editor.controller,
  );
  return controller === undefined ? (
    <div className={classes['bar']} />
  ) : (
    <TextBar controller={controller} editor={editor} />
  );
}

function TextBar({
  controller,
  editor,
}: {
  readonly controller: TextController;
  readonly editor: BarredEditor;
}): JSX.Element {
  const { context, search } = controller;
  const { session, settings } = context;
  const keys = useKeyMap();
  const preferences = useSyncExternalStore(
    listener => settings.onChange(listener),
    () => settings.now,
  );
  const tool = useSyncExternalStore(
    listener => editor.onToolChange(listener),
    () => editor.activeTool,
  );
  const hand = useSyncExternalStore(
    listener => context.onHand(listener),
    () => context.hand,
  );
  const summary = useSyncExternalStore(
    listener => session.scene.onChange(listener),
    () => session.scene.summary,
  );
  const { opened } = useSyncExternalStore(
    listener => search.onChange(listener),
    () => search.state,
  );
  useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  );
  const titled = (title: string, key: string): string => keys.titled(title, `${keyScope}.${key}`);
  const { readOnly } = session;
  // The search needs the room; what stands here otherwise is not wanted meanwhile.
  if (opened && tool !== 'relation')
    return (
      <div className={classes['bar']} role="toolbar" aria-label="Text options">
        <FindBar controller={controller} />
      </div>
    );
  return (
    <div className={classes['bar']} role="toolbar" aria-label="Text options">
      {tool === 'relation' ? (
        <RelationChoice controller={controller} from={hand.relationFrom} />
      ) : (
        <div className={classes['group']}>
          <span>Snap to</span>
          <select
            className={classes['select']}
            aria-label="Snap to"
            title={`${titled('Snap to', 'snap')}. Hold Alt to mark exact characters.`}
            value={preferences.snap}
            onChange={event => {
              settings.set({ snap: event.target.value as SnapUnit });
              event.target.blur();
            }}
          >
            {snapUnits.map(unit => (
              <option key={unit} value={unit}>
                {unitTitles[unit]}
              </option>
            ))}
          </select>
          {controller.reading === undefined ? undefined : (
            <span
              className={classes['hint']}
              title={`Places are counted in the text that was read out of the file (reading ${controller.reading.of} ${controller.reading.version}).`}
            >
              Text of {controller.reading.of === 'pdf' ? 'a PDF' : 'a web page'}
            </span>
          )}
          {!readOnly && summary.selected.length === 1 && context.selectedEntity !== undefined ? (
            <Toggle label={titled('Mark same', 'same')} onClick={() => controller.commands.markSame()}>
              <Icon name="copy" size={14} />
              Mark same
            </Toggle>
          ) : undefined}
          {!readOnly && summary.instanceCount === 0 ? (
            <span className={classes['hint']}>Drag over words to mark them</span>
          ) : undefined}
        </div>
      )}
      {tool === 'relation' ? undefined : <SuggestionsInBar controller={controller} />}
      <span className={classes['grow']} />
      {tool === 'relation' ? undefined : (
        <Toggle label={titled('Find', 'find')} onClick={() => search.open(true)}>
          <Icon name="search" size={14} />
        </Toggle>
      )}
      <span className={classes['divider']} />
      <Tags controller={controller} />
      {tool === 'relation' ? undefined : (
        <>
          <Toggle
            label={titled('Class names', 'labels')}
            pressed={preferences.labels}
            onClick={() => settings.set({ labels: !preferences.labels })}
          >
            <Icon name="tag" size={14} />
          </Toggle>
          <span className={classes['divider']} />
          <span>Letters</span>
          <Toggle label={titled('Smaller letters', 'smaller')} onClick={() => settings.resize(false)}>
            <Icon name="minus" size={14} />
          </Toggle>
          <Toggle label={titled('Larger letters', 'larger')} onClick={() => settings.resize(true)}>
            <Icon name="plus" size={14} />
          </Toggle>
        </>
      )}
    </div>
  );
}

/** The suggestion that keys are about, or the way to have some. */
function SuggestionsInBar({ controller }: { readonly controller: TextController }): JSX.Element {
  const {
    suggestions,
    context: { session },
  } = controller;
  const keys = useKeyMap();
  const { current, busy } = useSyncExternalStore(
    listener => suggestions.onChange(listener),
    () => suggestions.state,
  );
  const titled = (title: string, key: string): string => keys.titled(title, `${keyScope}.${key}`);
  const { open } = suggestions;
  const at = open.findIndex(each => each.name === current);
  if (open.length === 0)
    return (
      <Toggle
        label={titled('Apply the dictionary', 'apply-dictionary')}
        disabled={busy}
        onClick={() => controller.applyDictionary()}
      >
        <Icon name={busy ? 'loader' : 'magic'} size={14} />
      </Toggle>
    );
  return (
    <div className={classes['group']} role="group" aria-label="Suggestions">
      <Toggle label={titled('Previous suggestion', 'previous-suggestion')} onClick={() => suggestions.step(false)}>
        <Icon name="up" size={14} />
      </Toggle>
      <span className={classes['figures']} role="status">
        {at < 0
          ? open.length.toLocaleString('en')
          : `${(at + 1).toLocaleString('en')} / ${open.length.toLocaleString('en')}`}{' '}
        suggested
      </span>
      <Toggle label={titled('Next suggestion', 'next-suggestion')} onClick={() => suggestions.step(true)}>
        <Icon name="down" size={14} />
      </Toggle>
      {session.readOnly ? undefined : (
        <>
          <Toggle label={titled('Accept', 'accept')} disabled={at < 0} onClick={() => suggestions.accept()}>
            <Icon name="check" size={14} />
          </Toggle>
          <Toggle label={titled('Reject', 'reject')} disabled={at < 0} onClick={() => suggestions.reject()}>
            <Icon name="close" size={14} />
          </Toggle>
        </>
      )}
    </div>
  );
}

function RelationChoice({
  controller: { context },
  from,
}: {
  readonly controller: TextController;
  readonly from: string | undefined;
}): JSX.Element {
  const known = context.relationClasses;
  const span = from === undefined ? undefined : context.index.get(from);
  return (
    <div className={classes['group']}>
      {known.length === 0 ? (
        <span className={classes['hint']}>This project has no classes of relations yet.</span>
      ) : (
        <select
          className={classes['select']}
          aria-label="Class of the relation"
          value={context.relationClass?.id}
          onChange={event => {
            context.set({ relationClassId: Number(event.target.value) });
            event.target.blur();
          }}
        >
          {known.map((each, at) => (
            <option key={each.id} value={each.id}>
              {at < 9 ? `${at + 1} ` : ''}
              {each.name}
            </option>
          ))}
        </select>
      )}
      <span className={classes['hint']}>
        {span === undefined ? (
          'Click the span it begins at, or Tab to it and press Enter'
        ) : (
          <>
            From <bdi>“{context.quote(span.instance, 24)}”</bdi> to: click, or Tab and Enter
          </>
        )}
      </span>
    </div>
  );
}

/** The tags of the whole text, and a choice of those it does not have. */
function Tags({ controller }: { readonly controller: TextController }): JSX.Element | undefined {
  const { context } = controller;
  const { session } = context;
  const choice = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    controller.whenTags(() => choice.current?.focus());
    return () => controller.whenTags(undefined);
  }, [controller]);
  const known = session.classes.filter(each => each.type === ClassType.Tag);
  const tags = session.scene.instances.filter(each => each.type === 'tag');
  const given = new Set(tags.map(each => each.classId));
  const left = known.filter(each => !given.has(each.id));
  if (known.length === 0 && tags.length === 0) return undefined;
  return (
    <div className={classes['group']} role="group" aria-label="Tags of the text">
      {tags.map(tag => (
        <span key={tag.id} className={classes['chip']} style={{ borderColor: context.colorOf(tag) }}>
          {tag.className ?? 'No class'}
          {session.readOnly ? (
            <span />
          ) : (
            <button
              type="button"
              aria-label={`Remove tag ${tag.className ?? ''}`}
              disabled={tag.locked === true}
              onClick={() => session.edit('Remove tag', deleteInstances(session.scene.instances, [tag]))}
            >
              <Icon name="close" size={11} />
            </button>
          )}
        </span>
      ))}
      {session.readOnly || left.length === 0 ? undefined : (
        <select
          ref={choice}
          className={classes['select']}
          aria-label="Add a tag"
          value=""
          onChange={event => {
            const chosen = left.find(each => String(each.id) === event.target.value);
            if (chosen !== undefined)
              session.edit(`Tag ${chosen.name}`, [insertInstance(newTag(chosen, context.author))]);
            controller.view.surface.focus({ preventScroll: true });
          }}
        >
          <option value="" disabled>
            Add a tag
          </option>
          {left.map(each => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
