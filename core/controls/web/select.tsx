import { Select as MantineSelect } from '@mantine/core';
import type { Primitive, SelectProps } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';

/**
 * Mantine's, whose options are drawn when the pointer or the focus comes near: those of every row of a list are a part
 * of its drawing else. With a value it stays closed when a dialog opens with the focus on it: options would cover what
 * the dialog shows.
 */
export function Select<Value extends Primitive = string>({
  onFocus,
  onPointerEnter,
  comboboxProps,
  ...props
}: SelectProps<Value>): JSX.Element {
  const [near, setNear] = useState(false);
  const hasValue = props.value !== undefined && props.value !== null;
  return (
    <MantineSelect
      openOnFocus={!('data-autofocus' in props && hasValue)}
      {...props}
      comboboxProps={{ shadow: 'md', keepMounted: near, ...comboboxProps }}
      onFocus={event => {
        setNear(true);
        onFocus?.(event);
      }}
      onPointerEnter={event => {
        setNear(true);
        onPointerEnter?.(event);
      }}
    />
  );
}
