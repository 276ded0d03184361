import { useId } from 'react';
import type { HTMLAttributes, JSX, ReactNode } from 'react';
import classes from './segments.module.css';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

interface SegmentsProps<Value extends string> extends Omit<HTMLAttributes<HTMLDivElement>, 'onChange'> {
  readonly data: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** As wide as its container. */
  readonly fullWidth?: boolean;
  readonly disabled?: boolean;
}

/**
 * One of a few choices that are beside each other; the arrow keys walk them. Drawn by styles alone: nothing of the page
 * is measured for it.
 */
export function Segments<Value extends string>({
  data,
  value,
  onChange,
  fullWidth,
  disabled,
  className,
  ...others
}: SegmentsProps<Value>): JSX.Element {
  const name = useId();
  return (
    <div
      role="radiogroup"
      className={[classes['segments'], fullWidth === true ? classes['full'] : '', className ?? ''].join(' ')}
      {...others}
    >
      {data.map(each => (
        <label
          key={each.value}
          className={classes['segment']}
          data-active={each.value === value || undefined}
          data-disabled={disabled}
        >
          <input
            type="radio"
            className={classes['input']}
            name={name}
            value={each.value}
            checked={each.value === value}
            disabled={disabled}
            onChange={() => onChange(each.value)}
          />
          <span className={classes['label']}>{each.label}</span>
        </label>
      ))}
    </div>
  );
}
