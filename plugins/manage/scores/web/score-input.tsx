import { Radio, Rating, Group } from '@mantine/core';
import type { JSX } from 'react';
import type { Score } from '../common/score.ts';
import { GivenNumber } from './given-number.tsx';

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
  if (score.type === 'number')
    return (
      <GivenNumber
        label={label}
        width={120}
        min={min}
        max={max}
        step={step}
        value={typeof value === 'number' ? value : undefined}
        onGive={onChange}
      />
    );
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
