import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { ShortcutKey } from '#core/ui/web/index.ts';
import { messageLimit } from '#plugins/annotate/annotations/common/index.ts';
import { useOpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { messages } from '../messages.ts';
import { ReviewController } from '../review-controller.ts';
import classes from './review.module.css';

/** Why something is disapproved: a digit for a reason given before, or words. */
export function ReasonChooser({ about }: { readonly about: 'objects' | 'item' }): JSX.Element {
  const review = useService(ReviewController);
  const { reasons } = useSnapshot(review.reasons.state);
  const [text, setText] = useState('');
  const question = useQuestion(about);
  const give = (reason: string): void => void review.give(reason);
  const press = (event: KeyboardEvent): void => {
    const chosen = text === '' && /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
    if (chosen === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') review.cancel();
    else give(chosen ?? text);
  };
  return (
    <div role="dialog" aria-label={question}>
      <div className={classes['name']} style={{ marginBottom: 6 }}>
        {question}
      </div>
      <div className={classes['row']}>
        <TextInput
          autoFocus
          style={{ flex: 1, minWidth: 280 }}
          aria-label={messages.reasonChooser.reason}
          placeholder={messages.reasonChooser.reasonOptional}
          maxLength={messageLimit}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          onKeyDown={press}
        />
        <Button size="compact-sm" onClick={() => give(text)}>
          {messages.reasonChooser.disapprove}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => review.cancel()}>
          {messages.reasonChooser.cancel}
        </Button>
      </div>
      <div className={classes['reasons']} style={{ marginTop: 6 }}>
        {reasons.map((reason, place) => (
          <button key={reason} type="button" className={classes['reason']} onClick={() => give(reason)}>
            <ShortcutKey chord={String(place + 1)} />
            {reason}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Names what the reason is about, so that it is clear when the selection has moved on. */
function useQuestion(about: 'objects' | 'item'): string {
  const { about: ids } = useSnapshot(useService(ReviewController).state);
  const scene = useOpenItem()?.session.scene;
  if (about === 'item') return messages.reasonChooser.whyIsTheItemDisapproved;
  const [id] = ids;
  const object = ids.length === 1 && id !== undefined ? scene?.get(id) : undefined;
  return object === undefined || scene === undefined
    ? messages.reasonChooser.whyAreTheCountObjectsDisapproved(ids.length)
    : messages.reasonChooser.whyIsDisapproved(
        object.className ?? messages.reasonChooser.theObject,
        scene.placeOf(object.id) + 1,
      );
}
