import { Button } from '@mantine/core';
import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { placeAbout } from '#plugins/annotate/annotations/common/index.ts';
import { FrameView } from '../frame/frame-view.ts';
import { useDocumentState, useOpen, useScene } from '../frame/use-controller.ts';
import { messages } from '../messages.ts';
import { AttributesForm } from './attributes-form.tsx';
import classes from './panels.module.css';

/** Class, attributes and comments of the selection, below whichever panel is open. */
export function Inspector(): JSX.Element {
  const { document, editor } = useOpen();
  const { selected } = useScene(document);
  if (selected.length === 0)
    return (
      <div className={classes['unselected']}>
        {messages.inspector.selectToSeeItsClass(editor?.instanceWords?.one ?? messages.inspector.object)}
      </div>
    );
  return (
    <div className={classes['inspector']}>
      <AttributesForm />
      {selected.length === 1 ? <ObjectComments id={selected[0]!} /> : undefined}
    </div>
  );
}

/** The open comments about one object, and the way to write another. */
function ObjectComments({ id }: { readonly id: string }): JSX.Element | undefined {
  const { document, editor, opened } = useOpen();
  const { mayComment } = useDocumentState(document);
  const view = useService(FrameView);
  const instance = document.scene.get(id);
  if (instance === undefined || !opened.limits.seesComments) return undefined;
  const threads = document.scene.comments.filter(each => each.instanceId === id && !each.resolved);
  return (
    <div className={classes['objectComments']}>
      {threads.map(each => (
        <button
          key={each.id}
          type="button"
          className={classes['objectComment']}
          onClick={event => {
            event.currentTarget.blur();
            view.showThread(each.id);
          }}
        >
          <Icon name="comment" size={13} />
          <span>{each.correspondence[0]?.text}</span>
        </button>
      ))}
      {mayComment ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Icon name="comment" size={13} />}
          onClick={event => {
            event.currentTarget.blur();
            view.startComment(placeAbout(instance, editor?.boundsOf?.(instance)));
          }}
        >
          {messages.inspector.addComment}
        </Button>
      ) : undefined}
    </div>
  );
}
