import { useLatestParams } from '#core/ui/web/index.ts';
import type { Cell } from './parts/matrix-table.tsx';

/** The shown part of a result. */
export interface ResultPlace {
  /** Hundredth of the score; undefined where F1 is highest. */
  readonly step: number | undefined;
  readonly cell: Cell | undefined;
}

function numberIn(params: URLSearchParams, name: string, [least, most]: readonly [number, number]): number | undefined {
  const text = params.get(name);
  const value = Number(text);
  return text !== null && text !== '' && Number.isInteger(value) && value >= least && value <= most ? value : undefined;
}

/** Returns what the address of the page shows of a result, and the way to change it. */
export function useResultAddress(): readonly [ResultPlace, (place: ResultPlace) => void] {
  const [params, setParams] = useLatestParams();
  const [truth, predicted] = ['truth', 'predicted'].map(name => numberIn(params, name, [-1, 100_000]));
  const place: ResultPlace = {
    step: numberIn(params, 'score', [0, 100]),
    cell: truth === undefined || predicted === undefined ? undefined : { truth, predicted },
  };
  const choose = ({ step, cell }: ResultPlace): void =>
    setParams(now => {
      const next = new URLSearchParams(now);
      for (const [name, value] of [
        ['score', step],
        ['truth', cell?.truth],
        ['predicted', cell?.predicted],
      ] as const) {
        if (value === undefined) next.delete(name);
        else next.set(name, String(value));
      }
      return next;
    });
  return [place, choose];
}
