import type { JSX, ReactNode } from 'react';
import classes from './options-bar.module.css';

export function Group({ children }: { readonly children: ReactNode }): JSX.Element {
  return <div className={classes['group']}>{children}</div>;
}

export function Toggle({
  label,
  pressed,
  onClick,
  children,
}: {
  readonly label: string;
  readonly pressed: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <button
      type="button"
      className={classes['toggle']}
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      onClick={event => {
        onClick();
        event.currentTarget.blur();
      }}
    >
      {children}
    </button>
  );
}

export function Action({
  title,
  onClick,
  children,
}: {
  readonly title: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <button
      type="button"
      className={classes['action']}
      title={title}
      onClick={event => {
        onClick();
        event.currentTarget.blur();
      }}
    >
      {children}
    </button>
  );
}

interface SizeProps {
  readonly label: string;
  readonly keys?: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly unit?: string;
  readonly onChange: (value: number) => void;
}

export function Size({ label, keys, value, least, most, unit = '', onChange }: SizeProps): JSX.Element {
  return (
    <label className={classes['size']} title={keys === undefined ? label : `${label} · ${keys}`}>
      <span>{label}</span>
      <input
        type="range"
        min={least}
        max={Math.max(most, value)}
        value={value}
        onChange={event => onChange(event.target.valueAsNumber)}
        onPointerUp={event => event.currentTarget.blur()}
      />
      <output>
        {value}
        {unit === '' ? '' : ` ${unit}`}
      </output>
    </label>
  );
}
