import { Skeleton, Text } from '@mantine/core';
import type { JSX, KeyboardEvent } from 'react';
import { projectTypes } from '../common/project-type.ts';
import classes from './projects.module.css';
import { TypeIcon } from './type-icon.tsx';
import { useEditorStates } from './use-editor-states.ts';

interface TypeCardsProps {
  readonly value: number;
  readonly onChange: (type: number) => void;
}

/** The eight types as a choice; those that cannot be edited here are greyed with the reason. Arrow keys move. */
export function TypeCards({ value, onChange }: TypeCardsProps): JSX.Element {
  const states = useEditorStates();
  if (states === undefined) return <div className={classes['types']}>{projectTypes.map(each => <Skeleton key={each.value} h={92} />)}</div>;
  const possible = projectTypes.filter(each => states.get(each.value) === undefined);

  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || possible.length === 0) return;
    event.preventDefault();
    const at = possible.findIndex(each => each.value === value);
    const next = possible[(at + step + possible.length) % possible.length]!;
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-type="${next.value}"]`)?.focus();
  };

  return (
    <div className={classes['types']} role="radiogroup" aria-label="Type" onKeyDown={press}>
      {projectTypes.map(type => {
        const reason = states.get(type.value);
        return (
          <button key={type.value} type="button" role="radio" data-type={type.value} aria-checked={value === type.value} tabIndex={value === type.value ? 0 : -1} disabled={reason !== undefined} className={classes['type']} onClick={() => onChange(type.value)}>
            <TypeIcon type={type.value} />
            <span>
              <span className={classes['typeTitle']}>{type.title}</span>
              <Text size="sm" c="var(--loupe-muted)">{type.goodFor}</Text>
              <Text size="sm" c="var(--loupe-muted)" fs={reason === undefined ? undefined : 'italic'} mt={2}>{reason ?? type.upload}</Text>
            </span>
          </button>
        );
      })}
    </div>
  );
}
