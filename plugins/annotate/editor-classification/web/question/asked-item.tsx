import { useMemo } from 'react';
import type { JSX } from 'react';
import { contentKindOf } from '#plugins/workspace/items/common/index.ts';
import { Preview } from '../preview/preview.tsx';

/** The item that is asked about. */
export function AskedItem({
  id,
  name,
  url,
  mime,
}: {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly mime: string | null;
}): JSX.Element | undefined {
  const editor = useMemo(
    () => ({
      item: { id, name, url },
      kind: contentKindOf(mime, name),
      control: () => () => undefined,
      learned: () => undefined,
      shows: () => undefined,
    }),
    [id, name, url, mime],
  );
  return <Preview editor={editor} />;
}
