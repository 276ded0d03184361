import { Text } from '@mantine/core';
import type { JSX } from 'react';
import { useAddressOf } from '#core/kernel/web/index.ts';
import { longDate } from '#core/ui/web/index.ts';
import type { Comment } from '#plugins/annotate/annotations/common/index.ts';
import classes from './item-page.module.css';
import { messages } from './messages.ts';

/** The conversations about an item, the open ones first. */
export function CommentsPanel({ comments }: { readonly comments: readonly Comment[] }): JSX.Element {
  const addressOf = useAddressOf();
  if (comments.length === 0) return <Text c="var(--loupe-muted)">{messages.commentsPanel.noComments}</Text>;
  return (
    <ul className={classes['list']} aria-label={messages.shared.comments}>
      {comments
        .toSorted((one, other) => Number(one.resolved) - Number(other.resolved))
        .map(each => (
          <li key={each.id} className={classes['entry']}>
            <div className={classes['muted']}>
              {each.resolved ? messages.commentsPanel.resolved : messages.commentsPanel.open}
            </div>
            {each.correspondence.map((message, at) => (
              <div key={at}>
                <div style={{ whiteSpace: 'pre-wrap' }}>{message.text}</div>
                <div className={classes['muted']}>
                  {addressOf(message.email)}
                  {message.createdAt === undefined ? '' : ` · ${longDate(message.createdAt)}`}
                </div>
              </div>
            ))}
          </li>
        ))}
    </ul>
  );
}
