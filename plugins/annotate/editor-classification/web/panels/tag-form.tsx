import { Button } from '@mantine/core';
import type { JSX, KeyboardEvent } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { askedGroups, groupDepth, groupValue, missingGroups } from '#plugins/annotate/annotations/common/index.ts';
import { AttributeField, attributeKey } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ClassificationEditor } from '../classification-editor.ts';
import { keyScope } from '../classification-keys.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

/** The questions of one answer. Enter gives the keyboard back to the item, and goes on when it goes on by itself. */
export function TagForm({
  editor,
  tag,
  owner,
  readOnly,
}: {
  readonly editor: ClassificationEditor;
  readonly tag: Instance;
  readonly owner: AnnotationClass;
  readonly readOnly: boolean;
}): JSX.Element {
  const keys = useKeyMap();
  const {
    tagging,
    session: { scene },
  } = editor;
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const effect = attributeKey(event.currentTarget, event.nativeEvent);
    if (effect === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (effect !== 'leave') return;
    // Leaving the field writes what was typed.
    editor.focus();
    if (event.key === 'Enter') tagging.finish();
  };
  const missing = new Set(missingGroups(tag, owner));
  return (
    <section
      className={classes['form']}
      aria-label={messages.shared.questionsOfName(owner.name)}
      data-tag-form
      onKeyDown={press}
    >
      {askedGroups(owner, tag.attributes).map(group => (
        <AttributeField
          key={`${group.id} ${tag.id}`}
          group={group}
          depth={groupDepth(owner, group)}
          value={groupValue(tag, group)}
          mixed={false}
          missing={missing.has(group)}
          disabled={readOnly || tag.locked === true}
          onChange={value => tagging.answer(scene.get(tag.id) ?? tag, group, value)}
        />
      ))}
      {readOnly ? undefined : (
        <Button
          size="compact-xs"
          variant="subtle"
          title={keys.titled(messages.tagForm.sayThisClassOnceMore, `${keyScope}.again`)}
          onClick={() => tagging.again()}
        >
          {messages.tagForm.sayItOnceMore}
        </Button>
      )}
    </section>
  );
}
