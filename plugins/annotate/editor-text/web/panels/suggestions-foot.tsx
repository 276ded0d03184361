import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
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
        <span>This item is read-only.</span>
      ) : (
        <span>
          {[
            ['accept', 'accepts'],
            ['reject', 'rejects'],
            ['accept-same', 'accepts all same'],
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
          {suggestions.rejectedCount.toLocaleString('en')} rejected: suggest again
        </button>
      ) : undefined}
      {state.more ? <span>There are more; apply the dictionary again when these are done.</span> : undefined}
    </div>
  );
}
