import { useEffect, useMemo, useRef, useState } from 'react';
import { useService } from '#core/kernel/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import { ProjectsClient } from '../projects-client.ts';
import type { ListFilter, ProjectList } from '../use-project-list.ts';
import { listQuery } from '../use-project-list.ts';

/** Selected projects. */
export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** Puts one in or out; `extend` takes all loaded ones from the last one on. */
  toggle(index: number, extend: boolean): void;
  /** All that the list holds, also those that are not loaded. */
  all(): void;
  clear(): void;
}

/** Projects of one request when all are selected. */
const STEP = 500;

const NONE: ReadonlySet<number> = new Set();

/** The selection of a list; another list begins without one. */
export function useSelection(rows: ProjectList, filter: ListFilter): Selection {
  const client = useService(ProjectsClient);
  const anchor = useRef(0);
  const current = useRef(rows);
  const listed = useRef(filter);
  useEffect(() => {
    current.current = rows;
    listed.current = filter;
  });
  const text = JSON.stringify({ ...filter, sort: undefined, order: undefined });
  const [selected, setSelected] = useState({ list: text, ids: NONE });
  const ids = selected.list === text ? selected.ids : NONE;

  return useMemo(
    (): Selection => ({
      ids,
      toggle(index, extend) {
        const from = extend ? Math.min(anchor.current, index) : index;
        const to = extend ? Math.max(anchor.current, index) : index;
        const turned: number[] = [];
        for (let at = from; at <= to; at++) {
          const id = current.current.at(at)?.id;
          if (id !== undefined) turned.push(id);
        }
        anchor.current = index;
        setSelected(before => {
          const next = new Set(before.list === text ? before.ids : NONE);
          for (const id of turned) if (extend || !next.delete(id)) next.add(id);
          return { list: text, ids: next };
        });
      },
      all() {
        const read = async (): Promise<void> => {
          const found = new Set<number>();
          for (let offset = 0; ; offset += STEP) {
            const { data } = await client.projects.listProjects({
              query: { ...listQuery(listed.current), offset, limit: STEP },
            });
            for (const each of data) found.add(each.id);
            if (data.length < STEP) break;
          }
          setSelected({ list: text, ids: found });
        };
        void read().catch(toastError);
      },
      clear: () => setSelected({ list: text, ids: NONE }),
    }),
    [ids, client, text],
  );
}
