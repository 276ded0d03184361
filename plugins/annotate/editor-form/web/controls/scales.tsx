import { Button, Rating } from '@mantine/core';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import { useController } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { numberOf } from './control.ts';
import { digitChoice } from './digit-choice.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

export function RatingControl({ component, field, name, described }: ControlProps): JSX.Element {
  const most = Math.min(10, Math.max(1, numberOf(component, 'numberOfStars') ?? 5));
  const value = typeof field.value === 'number' ? field.value : 0;
  return (
    <div
      className={classes['scale']}
      role="group"
      aria-label={name}
      aria-describedby={described}
      onKeyDown={digitChoice(most, place => field.readOnly || field.set(place + 1))}
    >
      <Rating
        count={most}
        value={value}
        readOnly={field.readOnly}
        size="md"
        getSymbolLabel={stars => messages.scales.nameOf(name, stars, most)}
        onChange={next => {
          if (next > 0) field.set(next);
        }}
      />
      <span className={classes['count']}>
        {value > 0 ? messages.scales.valueOf(value, most) : messages.scales.notRated}
      </span>
      {value > 0 && !field.readOnly ? (
        <Button variant="subtle" size="compact-xs" onClick={() => field.set(null)}>
          {messages.shared.clear}
        </Button>
      ) : undefined}
    </div>
  );
}

const thumbs = [
  { value: 1, title: messages.scales.thumbsUp, icon: 'thumbUp' },
  { value: 0, title: messages.scales.thumbsDown, icon: 'thumbDown' },
] as const;

export function VotingControl({ field, id, name }: ControlProps): JSX.Element {
  return (
    <div
      className={classes['steps']}
      role="radiogroup"
      aria-label={name}
      onKeyDown={digitChoice(2, place => field.readOnly || field.set(thumbs[place]!.value))}
    >
      {thumbs.map(({ value, title, icon }, place) => (
        <button
          key={value}
          id={place === 0 ? id : undefined}
          type="button"
          role="radio"
          data-control
          aria-checked={field.value === value}
          aria-label={title}
          title={title}
          className={classes['step']}
          disabled={field.readOnly}
          onClick={() => field.set(field.value === value ? null : value)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}

/** A preference between two, in steps from one to the other; 0 is a tie. */
export function CompareControl({ component, path, field, id, name }: ControlProps): JSX.Element {
  const controller = useController();
  const most = Math.max(1, Math.floor((numberOf(component, 'scale') ?? 7) / 2));
  const steps = Array.from({ length: most * 2 + 1 }, (_, at) => at - most);
  const side = (key: string, fallback: string): string => {
    const given = component[key];
    const other = typeof given === 'string' ? controller.plan.component(given) : undefined;
    return other === undefined ? controller.text(given, path.slice(0, -1)) || fallback : controller.label(other, path);
  };
  const [left, right] = [side('left', 'Left'), side('right', 'Right')];
  const said = (step: number): string =>
    step === 0 ? messages.scales.tie : messages.scales.stepBetterBy(step < 0 ? left : right, Math.abs(step));
  return (
    <div className={classes['scale']}>
      <span>{left}</span>
      <div
        className={classes['steps']}
        role="radiogroup"
        aria-label={name}
        onKeyDown={digitChoice(steps.length, place => field.readOnly || field.set(steps[place]))}
      >
        {steps.map((step, at) => (
          <button
            key={step}
            id={at === 0 ? id : undefined}
            type="button"
            role="radio"
            data-control
            aria-checked={field.value === step}
            aria-label={said(step)}
            title={said(step)}
            className={classes['step']}
            disabled={field.readOnly}
            onClick={() => field.set(field.value === step ? null : step)}
          >
            {Math.abs(step)}
          </button>
        ))}
      </div>
      <span>{right}</span>
    </div>
  );
}
