import { mergeRefs } from '@mantine/hooks';
import { cloneElement } from 'react';
import type { HTMLAttributes, JSX, ReactElement, Ref } from 'react';
import type { Side } from './tooltip-place.ts';

interface TooltipProps extends HTMLAttributes<HTMLElement> {
  readonly label: string;
  /** Preferred side, where there is room; above its thing else said. */
  readonly position?: Side;
  /** A tap shows it too: for what does nothing else. */
  readonly tap?: boolean;
  readonly disabled?: boolean;
  readonly children: ReactElement<Readonly<Record<string, unknown>> & { readonly ref?: Ref<HTMLElement> }>;
  readonly ref?: Ref<HTMLElement>;
}

/**
 * Says what a thing is when the pointer rests on it or Tab leads to it. It only marks the thing, which must take
 * attributes: what it says is drawn by `watchTooltips`, once for the page, since a page has a hundred tooltips and
 * shows one. What is around gives it its own attributes for the thing.
 */
export function Tooltip({ label, position, tap, disabled, children, ref, ...others }: TooltipProps): JSX.Element {
  const { ref: own } = children.props;
  return cloneElement(children, {
    ...together(others, children.props),
    ...(ref === undefined ? {} : { ref: own === undefined ? ref : mergeRefs(ref, own) }),
    ...(disabled === true || label === ''
      ? {}
      : { 'data-tooltip': label, 'data-tooltip-side': position, 'data-tooltip-tap': tap }),
  } as object);
}

/** Merges attributes of the surroundings; where both have a listener, both are called. */
function together(given: object, own: Readonly<Record<string, unknown>>): object {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    said.map(([name, value]) => {
      const inner = own[name];
      return [
        name,
        typeof value === 'function' && typeof inner === 'function'
          ? (...args: readonly unknown[]) => {
              inner(...args);
              value(...args);
            }
          : value,
      ];
    }),
  );
}
