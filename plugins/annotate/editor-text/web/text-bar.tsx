import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { BarSelect } from '#plugins/annotate/editor/web/kit/index.ts';
import type { SnapUnit } from '../common/snap-selection.ts';
import { snapUnits } from '../common/snap-selection.ts';
import type { BarredEditor } from './barred-editor.ts';
import { ClassBar } from './class-bar.tsx';
import { FindBar } from './find/find-bar.tsx';
import { messages } from './messages.ts';
import type { TextController } from './text-controller.ts';
import { keyScope } from './text-keys.ts';
import { SuggestionsInBar } from './suggestions-in-bar.tsx';
import { SpanAttributes } from './span-attributes.tsx';
import { TextTags } from './text-tags.tsx';
import { Toggle } from './toggle.tsx';
import classes from './text.module.css';

const unitTitles: Readonly<Record<SnapUnit, string>> = {
  character: messages.textBar.codePoints,
  grapheme: messages.textBar.characters,
  word: messages.textBar.words,
  sentence: messages.textBar.sentences,
};

/** The strip above the text: how marking works, search, relations, tags. */
export function TextOptions({ editor }: { readonly editor: BarredEditor }): JSX.Element {
  const controller = useSyncExternalStore(
    listener => editor.onToolChange(listener),
    () => editor.controller,
  );
  return controller === undefined ? (
    <div className={classes['bar']} />
  ) : (
    <>
      <TextBar controller={controller} editor={editor} />
      <ClassBar controller={controller} editor={editor} />
      <SpanAttributes controller={controller} />
      <PagesBeside controller={controller} />
    </>
  );
}

// The reader of PDFs is loaded with the first pages that are shown.
const PdfPages = lazy(() => import('./pdf-pages.tsx'));

function PagesBeside({ controller }: { readonly controller: TextController }): JSX.Element | undefined {
  const { settings } = controller.context;
  const { pages } = useSyncExternalStore(
    listener => settings.onChange(listener),
    () => settings.now,
  );
  return !pages || controller.reading?.of !== 'pdf' ? undefined : (
    <Suspense fallback={undefined}>
      <PdfPages controller={controller} />
    </Suspense>
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
  // The search needs the room; other content here is not wanted meanwhile.
  if (opened && tool !== 'relation')
    return (
      <div className={classes['bar']} role="toolbar" aria-label={messages.textBar.textOptions}>
        <FindBar controller={controller} />
      </div>
    );
  return (
    <div className={classes['bar']} role="toolbar" aria-label={messages.textBar.textOptions}>
      {tool === 'relation' ? (
        <RelationChoice controller={controller} from={hand.relationFrom} />
      ) : (
        <div className={classes['group']}>
          <span>{messages.textBar.snapTo}</span>
          <BarSelect
            w={130}
            aria-label={messages.textBar.snapTo}
            title={messages.textBar.holdAltToMarkExact(titled(messages.textBar.snapTo, 'snap'))}
            value={preferences.snap}
            data={snapUnits.map(unit => ({ value: unit, label: unitTitles[unit] }))}
            onChange={unit => settings.set({ snap: unit as SnapUnit })}
          />
          {controller.reading === undefined ? undefined : (
            <span
              className={classes['hint']}
              title={messages.textBar.placesAreCounted(controller.reading.of, controller.reading.version)}
            >
              {controller.reading.of === 'pdf' ? messages.textBar.pdfText : messages.textBar.webPageText}
            </span>
          )}
          {controller.reading?.of === 'pdf' ? (
            <Toggle
              label={messages.textBar.pagesBeside}
              pressed={preferences.pages}
              onClick={() => settings.set({ pages: !preferences.pages })}
            >
              <Icon name="columns" size={14} />
              {messages.textBar.pages}
            </Toggle>
          ) : undefined}
          {!readOnly && summary.selected.length === 1 && context.selectedEntity !== undefined ? (
            <Toggle
              label={titled(messages.textBar.annotateMatches, 'same')}
              onClick={() => controller.commands.markSame()}
            >
              <Icon name="copy" size={14} />
              {messages.textBar.annotateMatches}
            </Toggle>
          ) : undefined}
          {!readOnly && summary.instanceCount === 0 ? (
            <span className={classes['hint']}>{messages.textBar.dragOverWordsToAnnotateThem}</span>
          ) : undefined}
        </div>
      )}
      {tool === 'relation' ? undefined : <SuggestionsInBar controller={controller} />}
      <span className={classes['grow']} />
      {tool === 'relation' ? undefined : (
        <Toggle label={titled(messages.textBar.find, 'find')} onClick={() => search.open(true)}>
          <Icon name="search" size={14} />
        </Toggle>
      )}
      <span className={classes['divider']} />
      <TextTags controller={controller} />
      {tool === 'relation' ? undefined : (
        <>
          <Toggle
            label={titled(messages.textBar.classNames, 'labels')}
            pressed={preferences.labels}
            onClick={() => settings.set({ labels: !preferences.labels })}
          >
            <Icon name="tag" size={14} />
          </Toggle>
          <Toggle
            label={messages.textBar.attributesAtTheSpan}
            pressed={preferences.popover}
            onClick={() => settings.set({ popover: !preferences.popover })}
          >
            <Icon name="list" size={14} />
          </Toggle>
          <span className={classes['divider']} />
          <span>{messages.textBar.textSize}</span>
          <Toggle label={titled(messages.shared.smallerText, 'smaller')} onClick={() => settings.resize(false)}>
            <Icon name="minus" size={14} />
          </Toggle>
          <Toggle label={titled(messages.shared.largerText, 'larger')} onClick={() => settings.resize(true)}>
            <Icon name="plus" size={14} />
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
        <span className={classes['hint']}>{messages.textBar.thisProjectHasNoClasses}</span>
      ) : (
        <BarSelect
          w={170}
          searchable
          aria-label={messages.textBar.classOfTheRelation}
          value={String(context.relationClass?.id)}
          data={known.map((each, at) => ({
            value: String(each.id),
            label: `${at < 9 ? `${at + 1} ` : ''}${each.name}`,
          }))}
          onChange={id => context.set({ relationClassId: Number(id) })}
        />
      )}
      <span className={classes['hint']}>
        {span === undefined
          ? messages.textBar.clickTheSpanItBeginsAt
          : messages.textBar.fromQuoteTo({ quote: <bdi>“{context.quote(span.instance, 24)}”</bdi> })}
      </span>
    </div>
  );
}
