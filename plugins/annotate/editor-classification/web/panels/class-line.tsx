import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, ShortcutKey } from '#core/ui/web/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { missingGroups } from '#plugins/annotate/annotations/common/index.ts';
import type { ClassificationEditor } from '../classification-editor.ts';
import { TagForm } from './tag-form.tsx';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

interface ClassLineProps {
  readonly editor: ClassificationEditor;
  readonly annotationClass: AnnotationClass;
  readonly chord: string | undefined;
  /** The answers of this class on the item. */
  readonly tags: readonly Instance[];
  readonly readOnly: boolean;
}

/** One class as a big button; below it what it was said to be, and the questions of the chosen answer. */
export function ClassLine({ editor, annotationClass, chord, tags, readOnly }: ClassLineProps): JSX.Element {
  const keys = useKeyMap();
  const {
    tagging,
    session: { scene },
  } = editor;
  const asks = annotationClass.attribute_groups.length > 0;
  return (
    <>
      <button
        type="button"
        className={classes['class']}
        aria-pressed={tags.length > 0}
        disabled={readOnly}
        onClick={event => {
          event.currentTarget.blur();
          tagging.toggleClass(annotationClass);
        }}
      >
        <span className={classes['swatch']} style={{ background: annotationClass.color }} />
        <span className={classes['className']}>{annotationClass.name}</span>
        {tags.length > 0 ? (
          <span className={classes['check']}>
            <Icon name="check" size={16} />
          </span>
        ) : undefined}
        {chord === undefined ? undefined : <ShortcutKey chord={keys.shown(chord)} />}
      </button>
      {tags
        .filter(() => asks)
        .map(each => {
          const chosen = scene.selection.has(each.id);
          const missing = missingGroups(each, annotationClass);
          return (
            <div key={each.id} style={{ display: 'contents' }}>
              <button
                type="button"
                className={classes['tag']}
                aria-current={chosen}
                onClick={event => {
                  event.currentTarget.blur();
                  scene.select(chosen ? [] : [each.id]);
                }}
              >
                <span className={classes['tagText']}>{editor.titleOf(each) ?? messages.shared.noAnswerYet}</span>
                {missing.length === 0 ? undefined : (
                  <span
                    className={classes['mark']}
                    data-tone="bad"
                    title={messages.classLine.missingName(missing.map(group => group.name).join(', '))}
                  >
                    <Icon name="warning" size={14} />
                  </span>
                )}
                {each.error === true ? (
                  <span className={classes['mark']} data-tone="bad" title={messages.classLine.disapproved}>
                    <Icon name="rejected" size={14} />
                  </span>
                ) : each.error === false ? (
                  <span className={classes['mark']} data-tone="good" title={messages.classLine.approved}>
                    <Icon name="approved" size={14} />
                  </span>
                ) : undefined}
              </button>
              {chosen ? <TagForm editor={editor} tag={each} owner={annotationClass} readOnly={readOnly} /> : undefined}
            </div>
          );
        })}
    </>
  );
}
