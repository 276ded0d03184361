import type { JSX } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ElementPath } from '#plugins/annotate/form/common/index.ts';
import { pathKey } from '#plugins/annotate/form/common/index.ts';
import { commentsTopic } from './form-topics.ts';
import { useForm, useTopics } from './form-context.ts';
import classes from './form.module.css';
import { messages } from './messages.ts';

/** The threads about a field, and the way to begin one. */
export function FieldComments({ path, name }: { readonly path: ElementPath; readonly name: string }): JSX.Element {
  const form = useForm();
  const key = pathKey(path);
  useTopics(form.controller, [commentsTopic(key)]);
  const open = form.controller.commentsAt(key).filter(each => !each.resolved);
  return open.length === 0 ? (
    <Tooltip label={messages.fieldComments.commentC}>
      <button
        type="button"
        className={classes['talk']}
        tabIndex={-1}
        aria-label={messages.fieldComments.commentOnName(name)}
        onClick={() => form.commentOn(path)}
      >
        <Icon name="comment" size={14} />
      </button>
    </Tooltip>
  ) : (
    <Threads count={open.length} name={name} first={open[0]!.id} />
  );
}

function Threads({
  count,
  name,
  first,
}: {
  readonly count: number;
  readonly name: string;
  readonly first: string;
}): JSX.Element {
  const item = useService(OpenItemToken);
  const said = count === 1 ? '1 comment' : messages.fieldComments.countComments(count);
  return (
    <Tooltip label={said}>
      <button
        type="button"
        className={classes['talk']}
        data-threads="true"
        aria-label={messages.fieldComments.saidOn(said, name)}
        onClick={() => item.showThread(first)}
      >
        <Icon name="comment" size={14} />
        {count}
      </button>
    </Tooltip>
  );
}
