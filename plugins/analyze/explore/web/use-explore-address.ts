import { useMemo } from 'react';
import { useLatestParams } from '#core/ui/web/index.ts';
import type { ExploreAddress } from '../common/explore-address.ts';
import { readAddress, writtenAddress } from '../common/explore-address.ts';

/** Returns the search in the address, and a function that changes it. */
export function useExploreAddress(): readonly [
  address: ExploreAddress,
  change: (patch: Partial<ExploreAddress>) => void,
] {
  const [params, setParams] = useLatestParams();
  const text = params.toString();
  const address = useMemo(() => readAddress(new URLSearchParams(text)), [text]);
  return [
    address,
    patch => setParams(now => writtenAddress({ ...readAddress(now), suggestions: undefined, ...patch })),
  ];
}
