import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { messages } from '../messages.ts';
import type { Suggestion } from '../suggest/suggestion.ts';
import type { TextController } from '../text-controller.ts';
import classes from './suggestions.module.css';

/** The suggestions one by one, to choose, accept or reject. */
export function SuggestionLines({
  controller: { suggestions, context },
  shown,
  onBack,
}: {
  readonly controller: TextController;
  readonly shown: readonly Suggestion[];
  readonly onBack: () => void;
}): JSX.Element {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    overscan: 12,
  });
  const { current } = suggestions.state;
  const at = shown.findIndex(each => each.name === current);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [virtualizer, at]);
  const act = (work: () => void): void => {
    work();
    onBack();
  };
  return (
    <div ref={scroller} className={classes['scroll']} role="list" aria-label={messages.shared.suggestions}>
      <div className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const suggestion = shown[index]!;
          const words = context.text.slice(suggestion.start, suggestion.end).replaceAll(/\s+/g, ' ');
          return (
            <div
              key={suggestion.name}
              role="listitem"
              className={classes['line']}
              data-current={suggestion.name === current}
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                className={classes['choose']}
                aria-current={suggestion.name === current}
                onClick={() => act(() => suggestions.choose(suggestion.name))}
              >
                <span className={classes['swatch']} style={{ background: suggestion.owner.color }} />
                <bdi className={classes['words']}>{words}</bdi>
                <span className={classes['muted']}>{suggestion.owner.name}</span>
              </button>
              {context.session.readOnly ? undefined : (
                <>
                  <button
                    type="button"
                    className={classes['icon']}
                    aria-label={messages.suggestionLines.acceptWords(words)}
                    title={messages.shared.accept}
                    onClick={() => act(() => suggestions.accept(suggestion))}
                  >
                    <Icon name="check" size={14} />
                  </button>
                  <button
                    type="button"
                    className={classes['icon']}
                    aria-label={messages.suggestionLines.rejectWords(words)}
                    title={messages.shared.reject}
                    onClick={() => act(() => suggestions.reject(suggestion))}
                  >
                    <Icon name="close" size={14} />
                  </button>
                </>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
