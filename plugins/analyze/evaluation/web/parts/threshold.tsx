import { Button, Slider, Text } from '@mantine/core';
import type { JSX } from 'react';
import classes from '../evaluation.module.css';
import { messages } from '../messages.ts';

interface ThresholdProps {
  /** Hundredth of the score. */
  readonly step: number;
  /** The hundredth at which F1 is highest. */
  readonly best: number;
  readonly onChange: (step: number) => void;
}

/** The score from which predictions count. */
export function Threshold({ step, best, onChange }: ThresholdProps): JSX.Element {
  return (
    <div className={classes['threshold']}>
      <Text size="sm" fw={500}>
        {messages.result.threshold}
      </Text>
      <Slider
        style={{ flex: 1, maxWidth: 520 }}
        thumbLabel={messages.result.threshold}
        min={0}
        max={100}
        label={null}
        value={step}
        onChange={onChange}
      />
      <Text size="sm" className={classes['number']} w={36}>
        {(step / 100).toFixed(2)}
      </Text>
      <Button size="compact-sm" variant="default" disabled={step === best} onClick={() => onChange(best)}>
        {messages.result.best}
      </Button>
    </div>
  );
}
