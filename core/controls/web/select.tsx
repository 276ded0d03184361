import { Select as MantineSelect } from '@mantine/core';
import type { Primitive, SelectProps } from '@mantine/core';
import { useState } from 'react';
import type { JSX } from 'react';

/**
 * Mantine's, whose options are drawn when the pointer or the focus comes near: those of every row of a list are a part
 * of its drawing else.
 */
export function Select<Value extends Primitive = string>({
  onFocus,
  onPointerEnter,
  comboboxProps,
  ...props
}: SelectProps<Value>): JSX.Element {
  const [near, setNear] = useState(false);
  return (
    <MantineSelect
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
