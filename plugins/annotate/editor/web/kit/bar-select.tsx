import type { SelectProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useRef } from 'react';
import type { JSX } from 'react';
import { Select } from '#core/controls/web/index.ts';
import classes from './bar-select.module.css';

/** A choice in the bar of an editor. The editor has the keyboard again as soon as its list closes. */
export function BarSelect({ ref, onDropdownClose, ...props }: SelectProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(input, ref);
  return (
    <Select
      allowDeselect={false}
      classNames={{ input: classes['input']! }}
      {...props}
      size="xs"
      ref={merged}
      onDropdownClose={() => {
        onDropdownClose?.();
        input.current?.blur();
      }}
    />
  );
}
