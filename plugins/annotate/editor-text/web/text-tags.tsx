import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { insertInstance } from '#plugins/annotate/annotations/common/index.ts';
import { BarSelect } from '#plugins/annotate/editor/web/kit/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { deleteInstances } from '../common/text-edits.ts';
import { newTag } from '../common/text-instances.ts';
import { messages } from './messages.ts';
import type { TextController } from './text-controller.ts';
import classes from './text.module.css';

/** The tags of the text, and a choice of those it does not have. */
export function TextTags({ controller }: { readonly controller: TextController }): JSX.Element | undefined {
  const { context } = controller;
  const { session } = context;
  const choice = useRef<HTMLInputElement>(null);
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
    <div className={classes['group']} role="group" aria-label={messages.shared.tagsOfTheText}>
      {tags.map(tag => (
        <span key={tag.id} className={classes['chip']} style={{ borderColor: context.colorOf(tag) }}>
          {tag.className ?? messages.textTags.noClass}
          {session.readOnly ? (
            <span />
          ) : (
            <button
              type="button"
              aria-label={messages.textTags.removeTagName(tag.className ?? '')}
              disabled={tag.locked === true}
              onClick={() => session.edit(messages.textTags.removeTag, deleteInstances(session.scene.instances, [tag]))}
            >
              <Icon name="close" size={11} />
            </button>
          )}
        </span>
      ))}
      {session.readOnly || left.length === 0 ? undefined : (
        <BarSelect
          ref={choice}
          w={130}
          searchable
          selectFirstOptionOnChange
          aria-label={messages.textTags.addATag}
          placeholder={messages.textTags.addATag}
          value={null}
          data={left.map(each => ({ value: String(each.id), label: each.name }))}
          onChange={id => {
            const chosen = left.find(each => String(each.id) === id);
            if (chosen !== undefined)
              session.edit(messages.textTags.tagName(chosen.name), [insertInstance(newTag(chosen, context.author))]);
            controller.view.surface.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}
