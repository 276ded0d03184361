import { useEffect, useRef } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { Select } from '#core/controls/web/index.ts';
import { useService } from '#core/kernel/web/index.ts';
import {
  classTypeOf,
  giveClass,
  groupDepth,
  missingGroups,
  sharedValue,
  shownGroups,
} from '#plugins/annotate/annotations/common/index.ts';
import { quickChoice } from '../../common/quick-choice.ts';
import { setAnswer, shownSelection } from '../document/set-answer.ts';
import { FrameView } from '../frame/frame-view.ts';
import { useDocumentState, useOpen, useScene } from '../frame/use-controller.ts';
import { AttributeField } from '../kit/attributes/attribute-field.tsx';
import { attributeKey, enterForm, leaveForm } from '../kit/attributes/attribute-keys.ts';
import { messages } from '../messages.ts';
import classes from './panels.module.css';

/** Class and attributes of the selected objects; several are changed in one step, and what differs says so. */
export function AttributesForm(): JSX.Element {
  const { document, editor } = useOpen();
  const { classes: known, readOnly } = useDocumentState(document);
  const view = useService(FrameView);
  const { attending } = useSnapshot(view.state);
  const form = useRef<HTMLElement>(null);
  useScene(document);
  useEffect(() => {
    if (!attending || form.current === null) return;
    view.attended();
    enterForm(form.current);
  }, [attending, view]);
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const effect = attributeKey(event.currentTarget, event.nativeEvent);
    if (effect === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (effect === 'leave') leaveForm();
  };
  const selected = shownSelection(document, editor);
  const classIds = new Set(selected.map(each => each.classId));
  const owner = classIds.size === 1 ? known.find(each => classIds.has(each.id)) : undefined;
  const types = new Set(selected.map(classTypeOf));
  const offered = known.filter(each => types.size === 1 && types.has(each.type));
  const missing = new Set(owner === undefined ? [] : selected.flatMap(instance => missingGroups(instance, owner)));
  const quick = owner === undefined || readOnly !== undefined ? undefined : quickChoice(owner, selected);

  return (
    <section ref={form} className={classes['form']} aria-label={messages.attributesForm.attributes} onKeyDown={press}>
      <Select
        aria-label={messages.attributesForm.class}
        searchable
        disabled={readOnly !== undefined}
        placeholder={
          classIds.size > 1 ? messages.attributesForm.mixedClasses(selected.length) : messages.shared.noClass
        }
        value={owner === undefined ? null : String(owner.id)}
        data={offered.map(each => ({ value: String(each.id), label: each.name }))}
        leftSection={<span className={classes['swatch']} style={{ background: owner?.color ?? '#8a929e' }} />}
        onChange={value => {
          const chosen = known.find(each => String(each.id) === value);
          if (chosen !== undefined)
            document.edit(messages.shared.changeClass, giveClass(selected, chosen, document.user));
        }}
      />
      {(owner === undefined ? [] : shownGroups(owner, selected)).map(group => (
        <AttributeField
          key={`${group.id} ${selected.map(each => each.id).join()}`}
          group={group}
          depth={groupDepth(owner!, group)}
          {...sharedValue(selected, group)}
          missing={missing.has(group)}
          quick={group === quick}
          disabled={readOnly !== undefined || selected.every(each => each.locked === true)}
          onChange={value => setAnswer(document, editor, owner!, group, value)}
        />
      ))}
      {owner !== undefined && owner.attribute_groups.length === 0 ? (
        <div className={classes['muted']} style={{ marginTop: 8 }}>
          {messages.attributesForm.thisClassHasNoAttributes}
        </div>
      ) : undefined}
    </section>
  );
}
