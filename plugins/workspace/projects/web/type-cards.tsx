import { Skeleton, Text } from '@mantine/core';
import type { JSX, KeyboardEvent } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { ProjectTypes } from '../common/project-types.ts';
import { messages } from './messages.ts';
import classes from './projects.module.css';
import { TypeIcon } from './type-icon.tsx';
import { useEditableTypes } from './use-editable-types.ts';

interface TypeCardsProps {
  readonly value: number;
  readonly onChange: (type: number) => void;
}

/** The types whose editor is installed, as a choice. Arrow keys move. */
export function TypeCards({ value, onChange }: TypeCardsProps): JSX.Element {
  const { all } = useService(ProjectTypes);
  const types = useEditableTypes();
  if (types === undefined)
    return (
      <div className={classes['types']}>
        {all.map(each => (
          <Skeleton key={each.value} h={92} />
        ))}
      </div>
    );
  const possible = all.filter(each => types.has(each.value));

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
    <div className={classes['types']} role="radiogroup" aria-label={messages.shared.type} onKeyDown={press}>
      {possible.map(type => (
        <button
          key={type.value}
          type="button"
          role="radio"
          data-type={type.value}
          aria-checked={value === type.value}
          tabIndex={value === type.value ? 0 : -1}
          className={classes['type']}
          onClick={() => onChange(type.value)}
        >
          <TypeIcon type={type.value} />
          <span>
            <span className={classes['typeTitle']}>{type.title}</span>
            <Text size="sm" c="var(--loupe-muted)">
              {type.goodFor}
            </Text>
            <Text size="sm" c="var(--loupe-muted)" mt={2}>
              {type.upload}
            </Text>
          </span>
        </button>
      ))}
    </div>
  );
}
