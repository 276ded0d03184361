import { Skeleton } from '@mantine/core';
import type { SkeletonProps } from '@mantine/core';
import type { JSX } from 'react';

/** A place whose content loads, with a name for screen readers: only a role lets them read the name of an element. */
export function LoadingSkeleton({ label, ...props }: SkeletonProps & { readonly label: string }): JSX.Element {
  return <Skeleton role="img" aria-label={label} {...props} />;
}
