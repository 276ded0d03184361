import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { messages } from '../messages.ts';
import type { TextController } from '../text-controller.ts';
import { keyScope } from '../text-keys.ts';
import classes from './suggestions.module.css';

/** Keys and rests below the suggestions. */
export function SuggestionsFoot({ controller }: { readonly controller: TextController }): JSX.Element {
  const { suggestions, context } = controller;
  const { state } = suggestions;
  const keys = useKeyMap();
  return (
    <div className={classes['foot']}>
      {context.session.readOnly ? (
        <span>{messages.shared.thisItemIsReadOnly}</span>
      ) : (
        <span>
          {[
            ['accept', 'accepts'],
            ['reject', 'rejects'],
            ['accept-same', messages.suggestionsFoot.acceptsAllSame],
          ]
            .map(
              ([key, what]) =>
                `${keys
                  .chords(`${keyScope}.${key!}`)
                  .slice(0, 1)
                  .map(chord => keys.shown(chord))
                  .join('')} ${what}`,
            )
            .join(' · ')}
        </span>
      )}
      {suggestions.rejectedCount > 0 ? (
        <button type="button" className={classes['link']} onClick={() => suggestions.restoreRejected()}>
          {messages.suggestionsFoot.rejectedCountRejected(suggestions.rejectedCount)}
        </button>
      ) : undefined}
      {state.more ? <span>{messages.suggestionsFoot.thereAreMore}</span> : undefined}
    </div>
  );
}
