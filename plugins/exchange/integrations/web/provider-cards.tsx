import { useId } from 'react';
import type { JSX, KeyboardEvent } from 'react';
import { integrationTypes } from '../common/integration.ts';
import classes from './integrations.module.css';
import { messages } from './messages.ts';

interface ProviderCardsProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** The providers as a choice. Arrow keys move. */
export function ProviderCards({ value, onChange }: ProviderCardsProps): JSX.Element {
  const label = useId();
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = integrationTypes.at(
      (integrationTypes.findIndex(each => each.name === value) + step) % integrationTypes.length,
    )!;
    onChange(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-provider="${next.name}"]`)?.focus();
  };
  return (
    <div className={classes['cards']} role="radiogroup" aria-labelledby={label} onKeyDown={press}>
      <span id={label} className={classes['label']}>
        {messages.shared.provider}
      </span>
      {integrationTypes.map(({ name, title, about }) => (
        <button
          key={name}
          type="button"
          role="radio"
          data-provider={name}
          aria-checked={value === name}
          tabIndex={value === name ? 0 : -1}
          className={classes['card']}
          onClick={() => onChange(name)}
        >
          <span className={classes['title']}>{title}</span>
          <span className={classes['about']}>{about}</span>
        </button>
      ))}
    </div>
  );
}
