import { Button, Checkbox, Radio } from '@mantine/core';
import type { JSX } from 'react';
import { optionsOf } from '#plugins/annotate/form/common/index.ts';
import { useController } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { digitChoice } from './digit-choice.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const Digit = ({ place }: { readonly place: number }): JSX.Element | undefined =>
  place < 9 ? (
    <span className={classes['digit']} aria-hidden>
      {place + 1}
    </span>
  ) : undefined;

export function RadioControl({ component, path, field, id, name, described }: ControlProps): JSX.Element {
  const controller = useController();
  const options = optionsOf(component);
  const chosen = typeof field.value === 'string' ? field.value : '';
  return (
    <div
      role="radiogroup"
      aria-label={name}
      aria-describedby={described}
      className={classes['options']}
      data-row={component['layout'] === 'row'}
      onKeyDown={digitChoice(options.length, place => field.readOnly || field.set(options[place]))}
    >
      {options.map((option, place) => (
        <Radio
          key={option}
          id={place === 0 ? id : `${id}-${place}`}
          name={id}
          value={option}
          label={
            <>
              {controller.text(option, path.slice(0, -1)) || option}
              <Digit place={place} />
            </>
          }
          checked={chosen === option}
          disabled={field.readOnly}
          onChange={() => field.set(option)}
        />
      ))}
      {chosen === '' || field.readOnly || component['isRequired'] === true ? undefined : (
        <Button variant="subtle" size="compact-xs" style={{ alignSelf: 'start' }} onClick={() => field.set('')}>
          {messages.shared.clear}
        </Button>
      )}
    </div>
  );
}

export function CheckboxControl({ component, path, field, id, name, described }: ControlProps): JSX.Element {
  const controller = useController();
  const options = optionsOf(component);
  const chosen = Array.isArray(field.value)
    ? field.value.map(String)
    : typeof field.value === 'string' && field.value !== ''
      ? [field.value]
      : [];
  const toggle = (option: string): void =>
    field.set(
      chosen.includes(option)
        ? chosen.filter(each => each !== option)
        : [
            ...options.filter(each => chosen.includes(each) || each === option),
            ...chosen.filter(each => !options.includes(each)),
          ],
    );
  return (
    <div
      role="group"
      aria-label={name}
      aria-describedby={described}
      className={classes['options']}
      data-row={component['layout'] === 'row'}
      onKeyDown={digitChoice(options.length, place => field.readOnly || toggle(options[place]!))}
    >
      {options.map((option, place) => (
        <Checkbox
          key={option}
          id={place === 0 ? id : `${id}-${place}`}
          label={
            <>
              {controller.text(option, path.slice(0, -1)) || option}
              <Digit place={place} />
            </>
          }
          checked={chosen.includes(option)}
          disabled={field.readOnly}
          onChange={() => toggle(option)}
        />
      ))}
    </div>
  );
}
