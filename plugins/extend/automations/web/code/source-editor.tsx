import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { SourceProblem } from '#core/code-editor/web/index.ts';
import { useService, useTeam } from '#core/kernel/web/index.ts';
import { toastError, useDebounced } from '#core/ui/web/index.ts';
import { isPackage } from '../../common/custom-action.ts';
import { AutomationsClient, automationsKey } from '../automations-client.ts';
import type { ActionFile } from './action-files.ts';
import type { OpenSource } from './action-source.ts';
import classes from './code.module.css';

interface SourceEditorProps {
  /** The main one first. */
  readonly files: readonly ActionFile[];
  readonly shown: string;
  /** Packages of the registry, `name@version`. */
  readonly packages: readonly string[];
  readonly readOnly: boolean;
  /** A place to go to; a new object each time. */
  readonly place: { readonly line: number; readonly column: number } | undefined;
  readonly onChange: (name: string, text: string) => void;
  readonly onProblems: (problems: readonly SourceProblem[]) => void;
}

/** The code of an action, with what TypeScript says of it. */
export function SourceEditor({
  files,
  shown,
  packages,
  readOnly,
  place,
  onChange,
  onProblems,
}: SourceEditorProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [source, setSource] = useState<OpenSource>();
  const dark = useComputedColorScheme('light') === 'dark';
  const changed = useEffectEvent(onChange);
  const found = useEffectEvent(onProblems);
  useEffect(() => {
    let here = true;
    let opened: OpenSource | undefined;
    void import('./action-source.ts')
      .then(module =>
        module.openActionSource(host.current!, {
          dark: false,
          onChange: (name, text) => changed(name, text),
          onProblems: problems => found(problems),
        }),
      )
      .then(next => {
        if (!here) return next.controller.dispose();
        opened = next;
        setSource(next);
      })
      .catch(toastError);
    return () => {
      here = false;
      opened?.controller.dispose();
    };
  }, []);
  const { actions } = useService(AutomationsClient);
  const team = useTeam();
  const asked = useDebounced(packages.filter(isPackage).toSorted().join(' '), 500);
  const types = useQuery({
    queryKey: [...automationsKey(team.id), 'package types', asked],
    enabled: asked !== '' && !readOnly,
    // A version of a package never changes. Without its types it can still be imported.
    staleTime: Infinity,
    retry: false,
    queryFn: () => actions.readPackageTypes({ body: { packages: asked.split(' ') } }),
  });
  useEffect(
    () => source?.setPackages(packages, types.data ?? { files: [], typed: [] }),
    [source, packages, types.data],
  );
  useEffect(() => source?.setFiles(files, shown, readOnly), [source, files, shown, readOnly]);
  useEffect(() => source?.controller.setDark(dark), [source, dark]);
  useEffect(() => {
    if (place !== undefined) source?.controller.reveal(place.line, place.column);
  }, [source, place]);
  return (
    <div className={classes['source']}>
      <div ref={host} className={classes['host']} />
      {source === undefined ? <Skeleton className={classes['host']!} /> : undefined}
    </div>
  );
}
