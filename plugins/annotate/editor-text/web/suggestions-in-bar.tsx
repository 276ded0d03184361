import { useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import type { TextController } from './text-controller.ts';
import { keyScope } from './text-keys.ts';
import { Toggle } from './toggle.tsx';
import classes from './text.module.css';

/** The suggestion that keys are about, or the way to have some. */
export function SuggestionsInBar({ controller }: { readonly controller: TextController }): JSX.Element {
  const {
    suggestions,
    context: { session },
  } = controller;
  const keys = useKeyMap();
  const { current, busy } = useSyncExternalStore(
    listener => suggestions.onChange(listener),
    () => suggestions.state,
  );
  const titled = (title: string, key: string): string => keys.titled(title, `${keyScope}.${key}`);
  const { open } = suggestions;
  const at = open.findIndex(each => each.name === current);
  if (open.length === 0)
    return (
      <Toggle
        label={titled(messages.shared.applyTheDictionary, 'apply-dictionary')}
        disabled={busy}
        onClick={() => controller.applyDictionary()}
      >
        <Icon name={busy ? 'loader' : 'magic'} size={14} />
      </Toggle>
    );
  return (
    <div className={classes['group']} role="group" aria-label={messages.shared.suggestions}>
      <Toggle
        label={titled(messages.shared.previousSuggestion, 'previous-suggestion')}
        onClick={() => suggestions.step(false)}
      >
        <Icon name="up" size={14} />
      </Toggle>
      <span className={classes['figures']} role="status">
        {messages.suggestionsInBar.nameSuggested(
          at < 0
            ? open.length.toLocaleString('en')
            : `${(at + 1).toLocaleString('en')} / ${open.length.toLocaleString('en')}`,
        )}
      </span>
      <Toggle label={titled(messages.shared.nextSuggestion, 'next-suggestion')} onClick={() => suggestions.step(true)}>
        <Icon name="down" size={14} />
      </Toggle>
      {session.readOnly ? undefined : (
        <>
          <Toggle
            label={titled(messages.shared.accept, 'accept')}
            disabled={at < 0}
            onClick={() => suggestions.accept()}
          >
            <Icon name="check" size={14} />
          </Toggle>
          <Toggle
            label={titled(messages.shared.reject, 'reject')}
            disabled={at < 0}
            onClick={() => suggestions.reject()}
          >
            <Icon name="close" size={14} />
          </Toggle>
        </>
      )}
    </div>
  );
}
