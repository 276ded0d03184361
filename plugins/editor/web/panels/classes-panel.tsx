import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/classes/common/annotation-class.ts';
import { giveClass } from '../../common/instance-edits.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import { useDocumentState, useOpen, useScene } from '../frame/use-desk.ts';
import classes from './panels.module.css';

/** Makes a class the one to draw with; with a selection it becomes the class of that as well. */
export function chooseClass(document: EditorDocument, chosen: AnnotationClass): void {
  document.setActiveClass(chosen.id);
  const selected = document.scene.selected;
  if (selected.length > 0) document.edit('Change class', giveClass(selected, chosen, document.user));
}

/** The classes of the project, with their digits and how often they are used in the item. */
export default function ClassesPanel(): JSX.Element {
  const { document } = useOpen();
  const { classes: known, activeClassId } = useDocumentState(document);
  const [filter, setFilter] = useState('');
  useScene(document);
  const uses = new Map<number, number>();
  for (const { classId } of document.scene.instances) uses.set(classId, (uses.get(classId) ?? 0) + 1);
  const objects = known.filter(each => each.type === 1);
  const shown = objects.map((each, place) => ({ each, place })).filter(({ each }) => each.name.toLowerCase().includes(filter.trim().toLowerCase()));
  if (objects.length === 0) return <div className={classes['empty']}>This project has no classes yet. What you draw has no class until there are some.</div>;
  return (
    <>
      <div className={classes['bar']}><TextInput aria-label="Filter classes" placeholder={`Filter ${objects.length} classes`} value={filter} leftSection={<Icon name="search" size={14} />} onChange={event => setFilter(event.currentTarget.value)} /></div>
      <div className={classes['scroll']}>
        {shown.length === 0 ? <div className={classes['empty']}>No class matches “{filter}”.</div> : shown.map(({ each, place }) => (
          <button key={each.id} type="button" className={classes['class']} aria-pressed={each.id === activeClassId} onClick={event => { event.currentTarget.blur(); chooseClass(document, each); }}>
            <span className={classes['swatch']} style={{ background: each.color }} />
            <span className={classes['label']}>{each.name}</span>
            <span className={classes['muted']}>{uses.get(each.id) ?? ''}</span>
            {place < 10 ? <ShortcutKey chord={String((place + 1) % 10)} /> : undefined}
          </button>
        ))}
      </div>
    </>
  );
}
