import { TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { JSX } from 'react';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { giveClass } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import type { Editor } from '../kit/editor-type.ts';
import { EditorHooks } from '../kit/editor-hooks.ts';
import { toolProblem } from '../kit/tool-limits.ts';
import { useChanges, useDocumentState, useOpen, useScene } from '../frame/use-controller.ts';
import { messages } from '../messages.ts';
import classes from './panels.module.css';

/**
 * Makes a class the one to draw with; with a selection it becomes the class of that as well, unless a tool is drawing.
 */
export function chooseClass(
  document: EditorDocument,
  chosen: AnnotationClass,
  editor: Pick<Editor, 'drawing'> | undefined,
): void {
  document.setActiveClass(chosen.id);
  const selected = editor?.drawing === true ? [] : document.scene.selected;
  if (selected.length > 0) document.edit(messages.shared.changeClass, giveClass(selected, chosen, document.user));
}

/** Selects all objects of a class that are visible. */
export function selectClass({ scene }: EditorDocument, { id }: Pick<AnnotationClass, 'id'>): void {
  scene.select(scene.instances.filter(each => each.classId === id && each.visible !== false).map(each => each.id));
}

/** The classes of the project, with their digits and how often they are used in the item. */
export default function ClassesPanel(): JSX.Element {
  const { document, editor, opened } = useOpen();
  const keys = useKeyMap();
  const { classes: known, activeClassId } = useDocumentState(document);
  const hooks = useService(EditorHooks);
  const types = useService(ProjectTypes);
  const [filter, setFilter] = useState('');
  const [all, setAll] = useState(false);
  useScene(document);
  const uses = new Map<number, number>();
  for (const { classId } of document.scene.instances) uses.set(classId, (uses.get(classId) ?? 0) + 1);
  const objects = known.filter(each => each.type === ClassType.Object);
  const offered = new Set(all ? objects : hooks.offering.call(objects));
  const shown = objects
    .map((each, place) => ({ each, place }))
    .filter(({ each }) => offered.has(each) && each.name.toLowerCase().includes(filter.trim().toLowerCase()));
  useChanges(useCallback((listener: () => void) => editor?.onToolChange(listener) ?? (() => undefined), [editor]));
  const tool = editor?.tools.find(each => each.id === editor.activeTool);
  const problemOf = (each: AnnotationClass): string | undefined => {
    const problem = tool === undefined ? undefined : toolProblem(tool, { classes: [each], activeClassId: each.id });
    return problem === undefined ? undefined : messages.classesPanel.switchesTool(problem);
  };
  if (objects.length === 0)
    return <div className={classes['empty']}>{messages.classesPanel.thisProjectHasNoClassesYet}</div>;
  return (
    <>
      <div className={classes['bar']}>
        <TextInput
          aria-label={messages.classesPanel.filterClasses}
          placeholder={messages.classesPanel.filterCountClasses(objects.length)}
          value={filter}
          leftSection={<Icon name="search" size={14} />}
          onChange={event => setFilter(event.currentTarget.value)}
        />
      </div>
      <div className={classes['scroll']}>
        {shown.length === 0 ? (
          <div className={classes['empty']}>{messages.classesPanel.noClassMatchesFilter(filter)}</div>
        ) : (
          shown.map(({ each, place }) => (
            <button
              key={each.id}
              type="button"
              className={classes['class']}
              aria-pressed={each.id === activeClassId}
              title={problemOf(each) ?? (uses.has(each.id) ? messages.classesPanel.ctrlClickSelectsAll : undefined)}
              data-other-tool={problemOf(each) !== undefined}
              onClick={event => {
                event.currentTarget.blur();
                if (event.ctrlKey || event.metaKey) selectClass(document, each);
                else chooseClass(document, each, editor);
              }}
            >
              <span className={classes['swatch']} style={{ background: each.color }} />
              <span className={classes['label']}>{each.name}</span>
              <span className={classes['muted']}>{uses.get(each.id) ?? ''}</span>
              {keys
                .chords(`editor.${types.wordOf(opened.project.type)}.class.${place + 1}`)
                .slice(0, 1)
                .map(chord => (
                  <ShortcutKey key={chord} chord={keys.shown(chord)} />
                ))}
            </button>
          ))
        )}
        {all || offered.size === objects.length ? undefined : (
          <button type="button" className={classes['more']} onClick={() => setAll(true)}>
            {messages.classesPanel.showAllCountClasses(objects.length)}
          </button>
        )}
      </div>
    </>
  );
}
