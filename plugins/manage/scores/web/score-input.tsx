import { NumberInput, Radio, Rating, Group } from '@mantine/core';
import type { JSX } from 'react';
import type { Score } from '../common/score.ts';

type Value = number | string;

interface ScoreInputProps {
  readonly score: Score;
  readonly label: string;
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
}

/** The field in which a score is given. */
export function ScoreInput({ score, label, value, onChange }: ScoreInputProps): JSX.Element {
  const { numberOfStars = 5, min, max, step, options = [] } = score.payload;
  if (score.type === 'rating')
    return (
      <Rating
        aria-label={label}
        count={numberOfStars}
        color="loupe"
        value={typeof value === 'number' ? value : 0}
        getSymbolLabel={stars => `${label}: ${stars} ${stars === 1 ? 'star' : 'stars'}`}
        onChange={onChange}
      />
    );
  if (score.type === 'number') {
    const limits = {
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(step === undefined ? {} : { step }),
    };
    return (
      <NumberInput
        aria-label={label}
        w={120}
        {...limits}
        key={String(value)}
        defaultValue={typeof value === 'number' ? value : ''}
        onBlur={event => {
          const next = Number(event.currentTarget.value);
          if (event.currentTarget.value !== '' && next !== value) onChange(next);
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
    );
  }
  return (
    <Radio.Group
      aria-label={label}
      value={value === undefined ? '' : String(value)}
      onChange={text => onChange(options.find(each => String(each.value) === text)!.value)}
    >
      <Group gap="md">
        {options.map(each => (
          <Radio key={String(each.value)} value={String(each.value)} label={String(each.value)} />
        ))}
      </Group>
    </Radio.Group>
  );
}
